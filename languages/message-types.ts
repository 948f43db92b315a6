import type { Catalogue, Message } from '@called-it/shared/languages/format-message'

type ValueType = 'string' | 'number' | 'TagValue'

/** The types of the values that a message is filled with, by their names. */
export function valuesOf(message: Message, values = new Map<string, ValueType>()): Map<string, ValueType> {
  if (typeof message === 'string') return values
  for (const part of message) {
    if (typeof part === 'string' || part === 0) continue
    const [name, inner] = part
    const by = part.length === 3 ? part[2] : 'value'
    if (part.length === 2 && inner !== 0) values.set(name, 'TagValue')
    else if (inner === 0 || by !== 'value') values.set(name, 'number')
    else if (!values.has(name)) values.set(name, 'string')
    const contents =
      part.length === 3 ? Object.values(part[1]) : part.length === 2 && part[1] !== 0 ? [part[1]] : []
    for (const content of contents) valuesOf(content, values)
  }
  return values
}

/** Of the formatter. */
const MAX_WIDTH = 110

const HEAD = `// Written by \`npm run languages\` from languages/en.
/** A part of the text that becomes an element. */
export type TagValue = { readonly tag: true }

type None = Record<never, never>

/** The ids of all texts, with the values that each is filled with. */
export type Messages = {
`

export function writeMessageTypes(messages: Catalogue): string {
  const rows = Object.entries(messages).map(([id, message]) => {
    const values = Array.from(valuesOf(message), ([name, type]) => `${name}: ${type}`).sort()
    if (values.length === 0) return `  '${id}': None\n`
    const row = `  '${id}': { ${values.join('; ')} }`
    return `${row.length <= MAX_WIDTH ? row : `  '${id}': {\n    ${values.join('\n    ')}\n  }`}\n`
  })
  return `${HEAD}${rows.join('')}}\n`
}
