import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { showPageEndpoints } from '@called-it/shared/contract/show-pages'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { songPageEndpoints } from '@called-it/shared/contract/song-pages'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { hasCookie } from '../auth/session-cookie.ts'

const { listLiveShows, listUpcomingShows, listRecentShows } = showEndpoints

/** What a page asks for as soon as its scripts run, by the id in its path. */
const FIRST_REQUESTS: readonly (readonly [page: RegExp, endpoints: readonly { path: string }[]])[] = [
  [/^\/$/, [listLiveShows, listUpcomingShows, listRecentShows, songEndpoints.listSongs]],
  [/^\/shows\/([1-9]\d{0,8})\/?$/i, [showPageEndpoints.getShowPage]],
  [/^\/songs\/([1-9]\d{0,8})(?:-[^/]*)?\/?$/i, [songPageEndpoints.getSongPage]],
]

/**
 * Makes the browser send them while the scripts load: half a second on a slow phone. A session may have ended, so that of
 * fans only the one that finds out is among them.
 */
export function preloadsOf(path: string, cookies: string | undefined): string {
  const addresses = FIRST_REQUESTS.flatMap(([page, endpoints]) => {
    const found = page.exec(path)
    return found ? endpoints.map((endpoint) => endpoint.path.replace(/:\w+/, found[1] ?? '')) : []
  })
  if (hasCookie(cookies, SESSION_FLAG.name)) addresses.unshift(currentUserEndpoints.getCurrentUser.path)
  return addresses
    .map((href) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${href}" />`)
    .join('\n    ')
}
