import { foldName } from '@called-it/shared/contract/folded-name'
// Unicode's table of UTS 39. The function of the package leaves out the decomposition.
import prototypes from 'unhomoglyph/data.json' with { type: 'json' }

/** Without letters that look like signs, which a skeleton has not: a word of them would be in every name. */
const PROTOTYPES = new Map(Object.entries(prototypes).filter(([, prototype]) => foldName(prototype) !== ''))

/** Digits and letters that are read as another letter, which UTS 39 does not know or reads as `l`. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['l', 'i'],
])

/** What a name looks like: names with equal skeletons are read as the same. It is for comparisons only. */
export function skeletonOf(name: string): string {
  // The decomposition of compatibility comes second: it makes a Greek letter of one that looks like a `c`.
  const letters = Array.from(name.normalize('NFD'), toLetter).join('').normalize('NFKD').toLowerCase()
  return foldName(replaceEach(letters, PROTOTYPES)).replace(/[013457l]/g, (sign) => READ_AS.get(sign) ?? sign)
}

/** Whether a name contains one of the words, whatever its case, accents, signs and similar characters. */
export function containsWord(name: string, words: readonly string[]): boolean {
  const skeleton = skeletonOf(name)
  return words.some((word) => skeleton.includes(skeletonOf(word)))
}

/** Without case. Of some letters only the capital resembles a Latin one. */
function toLetter(character: string): string {
  const prototype = PROTOTYPES.get(character) ?? character
  return /^[A-Za-z]$/.test(prototype) ? prototype.toLowerCase() : character.toLowerCase()
}

function replaceEach(text: string, replacements: ReadonlyMap<string, string>): string {
  return Array.from(text, (character) => replacements.get(character) ?? character).join('')
}
