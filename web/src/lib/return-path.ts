import { paths } from './paths.ts'

const KEY = 'called-it:return-path'

/**
 * Remembers the page that asked for a login, so that the fan gets back there. It is kept by the tab and
 * never in an address, where anybody could put one.
 */
export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** The page to go to after a login, home if none asked for it; it is forgotten by being read. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path !== null && isOwnPath(path) ? path : paths.home
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(KEY)
}

function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false
  return URL.parse(path, location.origin)?.origin === location.origin
}
