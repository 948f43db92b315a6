import { LANGUAGES, textsIn } from '@called-it/languages/texts'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import type { Language } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import type { Request } from 'express'
import { findCookie } from '../auth/session-cookie.ts'

/** Of a response that depends on {@link languageOf}. */
export const VARIES_BY_LANGUAGE = 'Accept-Language, Cookie'

/** That of the device's cookie, which follows the account; else the one that the browser likes best; else English. */
export function languageOf(request: Request): Language {
  const chosen = findCookie(request.headers.cookie ?? '', LANGUAGE_COOKIE)
  if (chosen !== null && LANGUAGES.includes(chosen)) return chosen
  // By the order of the reader's wishes: Express would prefer a tag that is exactly one of ours.
  const wished = request.acceptsLanguages().map((tag) => LANGUAGES.find((known) => isOf(tag, known)))
  return wished.find((known) => known !== undefined) ?? 'en'
}

const isOf = (tag: string, language: Language) => `${tag}-`.toLowerCase().startsWith(`${language}-`)

export const textsFor = (request: Request): Translate => textsIn(languageOf(request))
