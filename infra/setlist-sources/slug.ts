/** Everything but letters of any script and digits. */
const SEPARATORS = /[^\p{L}\p{N}]+/gu
const MARKS = /\p{M}+/gu

/** `Café Ñandú!` becomes `cafe-nandu`. A name without letters and digits is encoded by its code points. */
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
