import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { servedView } from '../served-view.ts'

const FLAG = `${SESSION_FLAG.name}=${SESSION_FLAG.value}`

/** Without a session the current user is not asked for: browsers log each 401 as an error. */
export function hasSession(): boolean {
  if (!('document' in globalThis)) return servedView().isFan
  return document.cookie.split('; ').includes(FLAG)
}

/** After the end of a session. The gateway sets the flag again where the browser has another session by now. */
export async function recheckSession(): Promise<void> {
  setFlag('max-age=0')
  await fetch('/', { method: 'HEAD', headers: { accept: 'text/html' } }).catch(() => setFlag('samesite=lax'))
}

function setFlag(attribute: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and none without TLS
  document.cookie = `${FLAG}; path=/; ${attribute}`
}
