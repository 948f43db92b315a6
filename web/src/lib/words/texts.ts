import { type Catalogue, formatMessage, type Message } from '@called-it/shared/languages/format-message'
import type { Language } from '@called-it/shared/languages/formats'
import type { MessageId, TextId, Translate, Worded } from '@called-it/shared/languages/translate'

/** Of each language but English, how its part of a catalogue is loaded. */
type Translations = Readonly<Record<Language, () => Promise<{ default: Catalogue }>>>

const ENGLISH = 'en'

const texts: Record<Language, Record<string, Message>> = { [ENGLISH]: {} }
const catalogues: Translations[] = []
const loading = new Set<Promise<unknown>>()
let language: Language = ENGLISH

/** Called by the build: English comes with the modules that use it, other languages by catalogue. */
export function keepTexts(of: Language, some: Catalogue): void {
  texts[of] = Object.assign(texts[of] ?? {}, some)
}

/** Called by the build, once for each catalogue of which a loaded module uses a text. */
export function wantCatalogue(translations: Translations): void {
  catalogues.push(translations)
  loadFrom(translations)
}

function loadFrom(translations: Translations): void {
  const chosen = language
  const load = translations[chosen]
  if (!load) return
  const loaded = load()
    .then((module) => keepTexts(chosen, module.default))
    // English is there.
    .catch(() => {})
    .finally(() => loading.delete(loaded))
  loading.add(loaded)
}

/** Before the first view, and on the server before each page. */
export function speak(chosen: Language): void {
  if (chosen === language) return
  language = chosen
  for (const translations of catalogues) loadFrom(translations)
}

/** Resolves once everything that is loaded can be said. */
export async function textsLoaded(): Promise<void> {
  await Promise.all(loading)
}

/** A message, and the language it is in. */
export function messageOf(id: MessageId): readonly [Message, Language] {
  const own = texts[language]?.[id]
  return own === undefined ? [texts[ENGLISH]?.[id] ?? id, ENGLISH] : [own, language]
}

function translate(text: TextId | Worded, given?: Worded['values']): string {
  const { id, values = {} } = typeof text === 'string' ? { id: text, values: given } : text
  const [message, of] = messageOf(id)
  return formatMessage(message, values, of, (_, content) => content.join('')).join('')
}

/** A text in the language of the page. Only while something renders or happens: modules load before the language is known. */
export const t: Translate = Object.defineProperty(Object.assign(translate, { language }), 'language', {
  get: () => language,
})
