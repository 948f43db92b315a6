import { formatMessage } from '@called-it/shared/languages/format-message'
import type { Language } from '@called-it/shared/languages/formats'
import type { TextId, Translate, Worded } from '@called-it/shared/languages/translate'
import { listLanguages, readLanguage, SOURCE_LANGUAGE } from './read-catalogues.ts'

export const LANGUAGES: readonly Language[] = listLanguages()

const source = readLanguage(SOURCE_LANGUAGE)
const translations = new Map(LANGUAGES.map((language) => [language, translationOf(language)]))
/** English, in which logs, the API's description and requests without a language are. */
export const english = translationOf(SOURCE_LANGUAGE)

function translationOf(language: Language): Translate {
  const own = language === SOURCE_LANGUAGE ? source : readLanguage(language)
  const translate = (text: TextId | Worded, given?: Worded['values']) => {
    const { id, values = {} } = typeof text === 'string' ? { id: text, values: given } : text
    const message = own[id] ?? source[id] ?? id
    return formatMessage(message, values, language, (_, content) => content.join('')).join('')
  }
  return Object.assign(translate, { language })
}

/** English, where there is no such language. */
export function textsIn(language: Language | null | undefined): Translate {
  return (language && translations.get(language)) || english
}
