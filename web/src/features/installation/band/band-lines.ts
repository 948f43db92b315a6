import type { LegalPage, LegalSection } from '@called-it/shared/contract/legal'

/* Lists of the profile as texts to type. */

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A line for each, as in `tractor = Everybody's Tractor`. */
export function writeNicknames(nicknames: Readonly<Record<string, string>>): string {
  return Object.entries(nicknames)
    .map((pair) => pair.join(' = '))
    .join('\n')
}

export function readNicknames(text: string): Record<string, string> {
  const pairs = linesOf(text).map((line) => {
    // As they are written; a nickname may have the sign in it.
    const sign = line.includes(' = ') ? ' = ' : '='
    const [nickname = '', ...song] = line.split(sign)
    return [nickname.trim(), song.join(sign).trim()]
  })
  return Object.fromEntries(pairs)
}

type LegalTexts = { readonly [Page in LegalPage]?: LegalSection[] | undefined }
export type LegalFields = Record<LegalPage, string>

/** A title begins with `#`, and an empty line ends a paragraph. */
export function writeLegal(texts: LegalTexts = {}): LegalFields {
  const write = (sections: readonly LegalSection[] = []) =>
    sections.map(({ title, text }) => [`# ${title}`, ...text].join('\n\n')).join('\n\n')
  return { privacy: write(texts.privacy), terms: write(texts.terms) }
}

export function readLegal(fields: LegalFields | undefined): LegalTexts {
  return { privacy: readSections(fields?.privacy), terms: readSections(fields?.terms) }
}

/** Undefined without any: then the page has the texts of the product. What is above the first title lacks one. */
function readSections(text = ''): LegalSection[] | undefined {
  const [untitled = '', ...titled] = `\n${text.trim()}`.split('\n#')
  const parts = untitled.trim() === '' ? titled : [untitled, ...titled]
  const sections = parts.map((part) => {
    const [title = '', ...rest] = part.split('\n')
    const paragraphs = rest.join('\n').split(/\n\s*\n/)
    return { title: title.trim(), text: paragraphs.map((each) => each.trim()).filter(Boolean) }
  })
  return sections.length === 0 ? undefined : sections
}
