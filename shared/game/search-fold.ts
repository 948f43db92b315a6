/*
 * Texts as searches compare them. `search_fold` in Postgres does the same to the names of users and songs; a test
 * compares both over all characters.
 */

/** Letters without a decomposition, and the sigma at the end of a word. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
  ς: 'σ',
  '&': ' and ',
}

/** Accents, also of Hebrew and Arabic. */
const ACCENTS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u0591-\u05bd\u05bf-\u05c7]|[\u064b-\u065f]/g

/**
 * Without case and accents, first with each run of signs as one blank, then without signs where that is another form; none
 * of a text of signs.
 */
export function foldedForms(text: string): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .replace(/[ßæøœđłς&]/g, (letter) => LETTERS[letter] ?? letter)
  const spaced = letters.replace(/[^\p{Alphabetic}\p{Nd}]+/gu, ' ').trim()
  const joined = letters.replace(/[^\p{Alphabetic}\p{Nd} ]/gu, '').replace(/ +/g, ' ')
  return [...new Set([spaced, joined.trim()])].filter(Boolean)
}

/** The form without signs. */
export function foldedName(text: string): string {
  return foldedForms(text).at(-1) ?? ''
}

/** The forms of texts that are searched together, each in a line that begins with its break. */
export type SearchedText = string

export function prepareTexts(
  texts: readonly string[],
  furtherForms: (form: string) => string[] = () => [],
): SearchedText {
  const forms = texts.flatMap(formsOf).flatMap((form) => [form, ...furtherForms(form)])
  return `\n${[...new Set(forms)].join('\n')}`
}

/** Without case alone, and folded: so folding only adds matches, and a text of signs is compared as it is. */
function formsOf(text: string): string[] {
  return [text.trim().toLowerCase(), ...foldedForms(text)].filter(Boolean)
}

export type Place = 'beginning' | 'word' | 'inside'

/** Where a text contains what is typed, at best; null for nowhere. */
export function searchFor(typed: string): (text: SearchedText) => Place | null {
  const forms = formsOf(typed)
  return (text) => {
    if (forms.some((form) => text.includes(`\n${form}`))) return 'beginning'
    if (forms.some((form) => text.includes(` ${form}`))) return 'word'
    return forms.some((form) => text.includes(form)) ? 'inside' : null
  }
}
