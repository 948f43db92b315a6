import type { Language } from './formats.ts'
import type { Messages, TagValue } from './messages.ts'

export type MessageId = keyof Messages
/** Of messages that are plain text. */
export type TextId = {
  [Id in MessageId]: TagValue extends Messages[Id][keyof Messages[Id]] ? never : Id
}[MessageId]
/** Of messages that need no values either. */
export type PlainId = { [Id in MessageId]: keyof Messages[Id] extends never ? Id : never }[MessageId]

/** Of plain texts that need some. */
export type FilledId = Exclude<TextId, PlainId>

/** A text of the product in one language. */
export type Translate = {
  (text: PlainId | Worded): string
  <Id extends FilledId>(id: Id, values: Messages[Id]): string
  readonly language: Language
}

/** A text that is put into words later, for its reader. */
export type Worded = { readonly id: TextId; readonly values?: Readonly<Record<string, string | number>> }

export function worded<Id extends FilledId>(id: Id, values: Messages[Id]): Worded {
  return { id, values }
}
