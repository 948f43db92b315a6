import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import type { Language } from '@called-it/shared/languages/formats'
import { useEffect } from 'react'
import { deleteUserCache } from '../../offline/caches.ts'
import { isAccessDenied, request } from '../api/api.ts'
import { isSpoken, t } from '../words/texts.ts'
import { useCurrentUser } from './session.ts'
import { hasSession } from './session-flag.ts'

const YEAR_IN_SECONDS = 31_536_000

const cookieOf = (language: Language) => `${LANGUAGE_COOKIE}=${language}`
const isOnDevice = (language: Language) => document.cookie.split('; ').includes(cookieOf(language))

async function reloadIn(language: Language): Promise<void> {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `${cookieOf(language)}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure}`
  // Pages in the language before.
  await deleteUserCache()
  // Without cookies the page would be the same.
  if (isOnDevice(language)) location.reload()
}

const keepInAccount = (language: Language) =>
  request(currentUserEndpoints.setLanguage, { body: { language } })

/** For this device and the account of its session; the page loads anew in it. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (hasSession()) {
    await keepInAccount(language).catch((error) => {
      // The session has ended.
      if (!isAccessDenied(error)) throw error
    })
  }
  await reloadIn(language)
}

/**
 * Loads the page anew where the account has another language than the device, as after logging in. An account without one
 * gets that of the page, for its mails.
 */
export function useAccountLanguage(): void {
  const language = useCurrentUser().user?.language
  useEffect(() => {
    if (language === null && t.language !== 'en') void keepInAccount(t.language).catch(() => {})
    if (!language || language === t.language || !isSpoken(language)) return
    // A page that is kept for offline may be in the language before.
    if (!isOnDevice(language)) void reloadIn(language)
  }, [language])
}
