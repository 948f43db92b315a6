const NOBODY = 'U'

/** `MO` for `mo okafor`, `M` for `mo`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) =>
    firstLetters(word ?? '', 1),
  )
  return letters.join('').toUpperCase() || NOBODY
}

export function firstTwoLetters(name: string): string {
  return firstLetters(name.trim(), 2).toUpperCase() || NOBODY
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Counts graphemes: a letter may have several code points. */
function firstLetters(word: string, count: number): string {
  // A segmenter is slow, and a board has a hundred names.
  if (/^[ -~]*$/.test(word)) return word.slice(0, count)
  return Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')
}
