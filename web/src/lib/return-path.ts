import { paths } from './paths.ts'

const KEY = 'called-it:return-path'

/** Kept in the tab and never in a URL, where anybody could forge one. */
export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** The page that required the login, or home. Removes it. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path !== null && isSitePath(path) ? path : paths.home
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(KEY)
}

function isSitePath(path: string): boolean {
  if (!path.startsWith('/')) return false
  return URL.parse(path, location.origin)?.origin === location.origin
}
