/// <reference path="./catalogues.d.ts" />

import { catalogues, names } from 'virtual:catalogues'
import { formatMessage, type Message } from '@called-it/shared/languages/format-message'
import type { Language } from '@called-it/shared/languages/formats'
import type { MessageId, TextId, Translate, Worded } from '@called-it/shared/languages/translate'

export const ENGLISH = 'en'

let language: Language = ENGLISH

/** English first; each with its own name. */
export const listLanguages = (): readonly (readonly [Language, string])[] => Object.entries(names)

export const isSpoken = (chosen: Language) => chosen in names

/** Before the first view, and on the server before each page. English where there is no such language. */
export function speak(chosen: Language): void {
  language = isSpoken(chosen) ? chosen : ENGLISH
}

/** In the built client the id is the message. */
export function messageOf(id: MessageId): Message {
  return catalogues[language]?.[id] ?? catalogues[ENGLISH]?.[id] ?? id
}

function translate(text: TextId | Worded, given?: Worded['values']): string {
  const { id, values = {} } = typeof text === 'object' && 'id' in text ? text : { id: text, values: given }
  return formatMessage(messageOf(id), values, language, (_, content) => content.join('')).join('')
}

/** A text in the language of the page. Not while modules load: the language is not known before. */
export const t: Translate = Object.defineProperty(Object.assign(translate, { language }), 'language', {
  get: () => language,
})
