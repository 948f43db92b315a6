import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import type { Language } from '@called-it/shared/languages/formats'
import { useEffect } from 'react'
import { request } from '../api/api.ts'
import { isSpoken, t } from '../words/texts.ts'
import { useCurrentUser } from './session.ts'
import { hasSession } from './session-flag.ts'

const YEAR_IN_SECONDS = 31_536_000

/** False where the browser keeps no cookies. */
function keepOnDevice(language: Language): boolean {
  const cookie = `${LANGUAGE_COOKIE}=${language}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
  document.cookie = `${cookie}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure}`
  return document.cookie.split('; ').includes(cookie)
}

/** For this device and the account of its session; the page loads anew in it. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (hasSession()) await request(currentUserEndpoints.setLanguage, { body: { language } })
  keepOnDevice(language)
  location.reload()
}

/** Loads the page anew where the account has another language than the device, as after logging in. */
export function useAccountLanguage(): void {
  const language = useCurrentUser().user?.language
  useEffect(() => {
    const isOther = language && language !== t.language && isSpoken(language)
    if (isOther && keepOnDevice(language)) location.reload()
  }, [language])
}
