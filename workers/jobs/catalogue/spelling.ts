import { foldName } from '@called-it/shared/contract/folded-name'
import { foldedForms } from '@called-it/shared/game/search-fold'

/**
 * How far apart two names are: Levenshtein's distance of their letters and digits, as a share of the longer one. 0 for
 * the same, 1 for nothing in common.
 */
export function spellingDistance(one: string, other: string): number {
  const [a, b] = [Array.from(foldName(one)), Array.from(foldName(other))]
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 1
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    let left = row + 1
    above = [
      left,
      ...b.map((otherLetter, column) => {
        const replaced = (above[column] ?? 0) + Number(letter !== otherLetter)
        left = Math.min(left + 1, (above[column + 1] ?? 0) + 1, replaced)
        return left
      }),
    ]
  }
  return (above.at(-1) ?? 0) / longer
}

const ARTICLES: readonly string[] = ['the', 'a', 'an']

/** The same for names that differ by `&` and `and`, articles, punctuation, accents and case only; empty without a word. */
export function nameKey(name: string): string {
  const [spaced = ''] = foldedForms(name.replace(/['’]/g, ''))
  return spaced
    .split(' ')
    .filter((word) => !ARTICLES.includes(word))
    .join('')
}
