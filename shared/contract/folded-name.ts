/** Digits and letters that are read as another letter. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  l: 'i',
}

/** Without case, accents, spaces and signs. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a name contains one of the words, whatever its case, accents, spaces, signs and look-alike digits. */
export function containsWord(name: string, words: readonly string[]): boolean {
  const read = readAlike(name)
  return words.some((word) => read.includes(readAlike(word)))
}

function readAlike(name: string): string {
  return foldName(name).replace(/[013457l]/g, (character) => LOOK_ALIKES[character] ?? character)
}
