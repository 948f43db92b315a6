import { type Language, numberFormat, pluralRules } from './formats.ts'

type Value = readonly [name: string]
type Numeral = readonly [name: string, kind: 'number']
type Choice = readonly [
  name: string,
  kind: 'plural' | 'selectordinal' | 'select',
  branches: Readonly<Record<string, Message>>,
]
type Tag = readonly [name: string, kind: 'tag', content: Message]

/** A compiled text, or the parts of one. */
export type Message = string | readonly (string | Value | Numeral | Choice | Tag)[]

/** The messages of a language by their ids. */
export type Catalogue = Readonly<Record<string, Message>>

/**
 * The pieces of a text: strings, values that are none, and what `wrap` makes of tags. A value is never read as a part of the
 * message.
 */
export function formatMessage<Piece>(
  message: Message,
  values: Readonly<Record<string, string | number | Piece>>,
  language: Language,
  wrap: (tag: string, content: (string | Piece)[]) => Piece,
): (string | Piece)[] {
  if (typeof message === 'string') return [message]
  const format = (inner: Message) => formatMessage(inner, values, language, wrap)
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const value = values[part[0]]
    if (part.length === 3) {
      if (part[1] === 'tag') return [wrap(part[0], format(part[2]))]
      const branch = part[2][`=${value}`] ?? part[2][branchOf(part[1], value, language)] ?? part[2].other
      return format(branch ?? '')
    }
    if (typeof value === 'number')
      return [part.length === 2 ? numberFormat(language, {}).format(value) : `${value}`]
    return value === undefined ? [] : [value]
  })
}

function branchOf(kind: Choice[1], value: unknown, language: Language): string {
  if (kind === 'select' || typeof value !== 'number') return String(value)
  return pluralRules(language, { type: kind === 'plural' ? 'cardinal' : 'ordinal' }).select(value)
}
