import type { Messages } from './messages.ts'
import type { FilledId, PlainId, Translate, Worded } from './translate.ts'

/** No other text begins with it. */
const MARK = '\u0001'

/** A text as the message of a schema or an issue, which is a string: {@link sayIssue} puts it into words. */
export function said(id: PlainId): string
export function said<Id extends FilledId>(id: Id, values: Messages[Id]): string
export function said(id: Worded['id'], values?: Worded['values']): string {
  return MARK + JSON.stringify({ id, values })
}

/** The message of an issue, by zod or {@link said}. */
export function sayIssue(t: Translate, message: string): string {
  if (!message.startsWith(MARK)) return message
  const text: Worded = JSON.parse(message.slice(MARK.length))
  return t(text)
}
