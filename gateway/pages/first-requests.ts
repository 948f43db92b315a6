import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { leagueEndpoints } from '@called-it/shared/contract/leagues'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { showPageEndpoints } from '@called-it/shared/contract/show-pages'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { songPageEndpoints } from '@called-it/shared/contract/song-pages'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { hasCookie } from '../auth/session-cookie.ts'

const { listLiveShows, listUpcomingShows, listRecentShows } = showEndpoints

type FirstRequests = readonly [
  page: RegExp,
  all: readonly { path: string }[],
  fans?: readonly { path: string }[],
]

/** What a page asks for as soon as its scripts run, by the id in its path; then what it asks for fans beside that. */
const FIRST_REQUESTS: readonly FirstRequests[] = [
  [
    /^\/$/,
    [listLiveShows, listUpcomingShows, listRecentShows, songEndpoints.listSongs],
    [leagueEndpoints.listLeagues],
  ],
  [/^\/shows\/([1-9]\d{0,8})\/?$/i, [showPageEndpoints.getShowPage], [leagueEndpoints.listLeagues]],
  [/^\/songs\/([1-9]\d{0,8})(?:-[^/]*)?\/?$/i, [songPageEndpoints.getSongPage]],
]

/** Makes the browser send them while the scripts load: half a second on a slow phone. */
export function preloadsOf(path: string, cookies: string | undefined): string {
  const isFan = hasCookie(cookies, SESSION_FLAG.name)
  const ofPage = FIRST_REQUESTS.flatMap(([page, all, fans = []]) => {
    const found = page.exec(path)
    const endpoints = isFan ? [...all, ...fans] : all
    return found ? endpoints.map((endpoint) => endpoint.path.replace(/:\w+/, found[1] ?? '')) : []
  })
  return [...(isFan ? [currentUserEndpoints.getCurrentUser.path] : []), ...ofPage]
    .map((href) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${href}" />`)
    .join('\n    ')
}
