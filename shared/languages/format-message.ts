import { type Language, numberFormat, pluralRules } from './formats.ts'

/** Messages by the form of a number, or by a value. */
type Branches = Readonly<Record<string, Message>>

/** The number that the choice around it counts. */
type Counted = 0
type Value = readonly [name: string]
type Numeral = readonly [name: string, kind: 0]
type Tag = readonly [name: string, content: Message]
type Choice = readonly [name: string, branches: Branches, by: 'cardinal' | 'ordinal' | 'value']

/** A compiled text, or the parts of one. Short, since the client's files are full of them. */
export type Message = string | readonly (string | Counted | Value | Numeral | Tag | Choice)[]

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
  counted: string | number | Piece = '',
): (string | Piece)[] {
  if (typeof message === 'string') return [message]
  const inDigits = (value: string | number | Piece) =>
    typeof value === 'number' ? numberFormat(language, {}).format(value) : value
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (part === 0) return [inDigits(counted)]
    const value = values[part[0]] ?? ''
    if (part.length === 1) return [typeof value === 'number' ? `${value}` : value]
    if (part.length === 3) {
      const [, branches, by] = part
      const branch = branches[`=${value}`] ?? branches[branchOf(by, value, language)] ?? branches.other ?? ''
      return formatMessage(branch, values, language, wrap, by === 'value' ? counted : value)
    }
    const [name, content] = part
    return [
      content === 0 ? inDigits(value) : wrap(name, formatMessage(content, values, language, wrap, counted)),
    ]
  })
}

function branchOf(by: Choice[2], value: unknown, language: Language): string {
  if (by === 'value' || typeof value !== 'number') return String(value)
  return pluralRules(language, { type: by }).select(value)
}
