import { formatMessage } from '@called-it/shared/languages/format-message'
import type { Messages, TagValue } from '@called-it/shared/languages/messages'
import type { MessageId, PlainId } from '@called-it/shared/languages/translate'
import { createElement, Fragment, type ReactNode } from 'react'
import { messageOf, t } from './texts.ts'

type Wrap = (content: ReactNode) => ReactNode

/** Of each tag but `<b>`, what becomes of its content; of each other value, what stands for it. */
type RichProps<Id extends MessageId> = { id: Id } & {
  [Name in Exclude<keyof Messages[Id], 'b'>]: Messages[Id][Name] extends TagValue
    ? Wrap
    : Messages[Id][Name] extends number
      ? number
      : ReactNode
}

/** A text with elements in it. */
export function Rich<Id extends Exclude<MessageId, PlainId>>({ id, ...given }: RichProps<Id>): ReactNode {
  const values: Record<string, ReactNode> = {}
  const wraps: Record<string, Wrap> = { b: (content) => <b>{content}</b> }
  for (const [name, value] of Object.entries<ReactNode | Wrap>(given)) {
    if (typeof value === 'function') wraps[name] = value
    else values[name] = value
  }
  const elementOf = (...children: ReactNode[]) => createElement(Fragment, null, ...children)
  const pieces = formatMessage<ReactNode>(messageOf(id), values, t.language, (tag, content) => {
    const inner = elementOf(...content)
    return wraps[tag]?.(inner) ?? inner
  })
  return elementOf(...pieces)
}
