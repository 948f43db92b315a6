import { matchPath } from 'react-router-dom'
import { paths, patterns } from '../paths.ts'
import { attempt, deviceOwner } from './user-storage.ts'

const KEY = 'called-it:return-path'
const KEPT_MS = 24 * 3_600_000

/** `userId`: whose session had ended; null of a visitor, which serves the next login of any user. */
type ReturnPath = { readonly path: string; readonly userId: number | null }

/**
 * The page that required the login. One per browser, since the mailed link opens another tab; outside the user's
 * storage, which a login may clear; never in a URL, where anybody could forge one.
 */
export function rememberReturnPath(path: string): void {
  const record = [Date.now() + KEPT_MS, deviceOwner() ?? '', path].join('\n')
  attempt(() => localStorage.setItem(KEY, record))
}

export function keptReturnPath(): ReturnPath | null {
  const [until, userId, path = ''] = attempt(() => localStorage.getItem(KEY))?.split('\n') ?? []
  if (!(Number(until) > Date.now()) || !isOwnPage(path)) return null
  return { path, userId: userId ? Number(userId) : null }
}

export function forgetReturnPath(): void {
  attempt(() => localStorage.removeItem(KEY))
}

/** An invitation has a way of its own, `kept-invitation.ts`. */
function isOwnPage(path: string): boolean {
  if (!path.startsWith('/')) return false
  const url = URL.parse(path, location.origin)
  if (url?.origin !== location.origin || matchPath(patterns.invitation, url.pathname)) return false
  return Object.values(patterns).some((pattern) => matchPath(pattern, url.pathname))
}

export function pathAfterLogin(
  userId: number,
  kept: ReturnPath | null,
  otherwise: string = paths.home,
): string {
  return kept && (kept.userId ?? userId) === userId ? kept.path : otherwise
}
