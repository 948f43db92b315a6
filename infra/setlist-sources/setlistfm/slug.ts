/** Everything that a slug leaves out: what is neither a letter, in any writing, nor a digit. */
const SEPARATORS = /[^\p{L}\p{N}]+/gu
const MARKS = /\p{M}+/gu

/**
 * A slug of a name, since the site knows songs and tours by nothing else: `Café Ñandú!` is `cafe-nandu`. The
 * same name always has the same slug; a name of signs alone is written in the numbers of its characters.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(SEPARATORS, '-')
    .replace(/^-|-$/g, '')
  return slug || Array.from(name.trim(), (sign) => sign.codePointAt(0)?.toString(16)).join('-')
}
