import {
  CALENDAR_PATH,
  EMBED_PATH,
  FEED_PATH,
  ICONS_PATH,
  JOB_BOARD_PATH,
  MANIFEST_PATH,
} from '@called-it/shared/contract/served-page'

/** The page without content, which any address gets offline. */
export const SHELL_CACHE = 'called-it-shell'
export const SHELL_KEY = '/any-page'
/** Pages with their content. Deleted when the user logs out. */
export const SEEN_CACHE = 'called-it-seen-pages'
export const PUBLIC_CACHE = 'called-it-public'
/** Deleted when the user logs out. */
export const USER_CACHE = 'called-it-fan'

const PUBLIC_READS = /^\/api\/(?:songs|shows|setlists|tours|leaderboard|site|admin\/config)(?:\/|$)/
const LIVE_EDITOR = /^\/api\/shows\/\d+\/live\/editor$/
/** Who sees a player or a league differs from fan to fan. */
const USER_READS =
  /^\/api\/(?:auth\/me|leagues(?:\/|$)|players\/|users\/[^/]+\/(?!.*\/avatar)|predictions\/\d+\/breakdown)/

/** The gateway serves these outside the API. */
const SERVED_PATHS = [JOB_BOARD_PATH, CALENDAR_PATH, FEED_PATH, MANIFEST_PATH, ICONS_PATH, EMBED_PATH]

export function isPublicRead(path: string): boolean {
  return PUBLIC_READS.test(path) && !LIVE_EDITOR.test(path)
}

export function isUserRead(path: string): boolean {
  return USER_READS.test(path) || LIVE_EDITOR.test(path)
}

export function isClientPage(path: string): boolean {
  const folder = `${path}/`.toLowerCase()
  return !path.startsWith('/api/') && !SERVED_PATHS.some((served) => folder.startsWith(`${served}/`))
}

export async function deleteUserCache(): Promise<void> {
  if (!('caches' in globalThis)) return
  await Promise.allSettled([USER_CACHE, SEEN_CACHE].map((name) => caches.delete(name)))
}
