/** What stands for somebody whose name is empty. */
const NOBODY = 'U'

/** The first letters of the first and the last word, one for a single word: `Mo`, `MO` for `mo okafor`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) =>
    firstLetters(word ?? '', 1),
  )
  return letters.join('').toUpperCase() || NOBODY
}

/** The first two letters of a name, upper-case. */
export function firstTwoLetters(name: string): string {
  return firstLetters(name.trim(), 2).toUpperCase() || NOBODY
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Letters as a reader counts them: one that is made of several code points stays whole. */
function firstLetters(word: string, count: number): string {
  return Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')
}
