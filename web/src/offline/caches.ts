import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'

/** Where the service worker keeps what it has seen, for times without a connection. */
export const PAGE_CACHE = 'called-it-pages'
export const PUBLIC_CACHE = 'called-it-public'
/** Emptied when the fan leaves the device. */
export const USER_CACHE = 'called-it-fan'

const PUBLIC_READS = /^\/api\/(?:songs|shows|setlists|tours|leaderboard|site|admin\/config)(?:\/|$)/
const FAN_READS = /^\/api\/(?:auth\/me|users\/[^/]+\/(?!.*\/avatar)|predictions\/\d+\/breakdown)/

/** A read whose answer is the same for everybody. */
export function isPublicRead(path: string): boolean {
  return PUBLIC_READS.test(path)
}

/** A read whose answer belongs to the fan who is logged in. */
export function isUserRead(path: string): boolean {
  return FAN_READS.test(path)
}

/** Whether an address is a page of the client's; others are never kept, nor shown in the place of one. */
export function isClientPage(path: string): boolean {
  return !path.startsWith('/api/') && !`${path}/`.toLowerCase().startsWith(`${JOB_BOARD_PATH}/`)
}

/** Under which address a page is kept: home is served with its first view in it, all others are one page. */
export function pageCacheKey({ pathname }: URL): string {
  return pathname === '/' ? '/' : '/any-page'
}

/** Removes what is kept of a fan; nothing where the browser keeps no copies. */
export async function deleteUserCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(USER_CACHE).catch(() => false)
}
