import { type ShowPage, showPageEndpoints } from '@called-it/shared/contract/show-pages'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import type { Config } from '@called-it/shared/contract/site'
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { readClockFrom, takePreload } from '../../lib/api/server-clock.ts'
import { EventConnectionContext } from '../../lib/events/connection.ts'
import { refetchSoon } from '../../lib/events/refetch-soon.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'

/**
 * Fetches all public parts of a show's page in one response, each of which its own query then has. Where that fails, they
 * are requested one by one. True until it is known which.
 */
export function useIsPageLoading(showId: number | null): boolean {
  const queryClient = useQueryClient()
  const { startFrom } = use(EventConnectionContext)
  const isOnDevice = useIsOnDevice()
  const { data: served } = useQuery({
    ...showPageQuery(showId ?? 0),
    enabled: !isOnDevice && showId !== null,
    subscribed: false,
  })
  // Once: later the queries of its parts are newer.
  const first = useRef(isOnDevice ? undefined : served)
  const [settled, setSettled] = useState(isOnDevice || !served ? null : showId)
  useEffect(() => {
    if (showId === null) return
    let isCurrent = true
    const page = first.current ? Promise.resolve(first.current) : openShowPage(queryClient, showId)
    first.current = undefined
    const stop = startFrom(
      showId,
      page.then(
        ({ topics }) => topics,
        () => null,
      ),
    )
    const settle = () => isCurrent && setSettled(showId)
    page.then(settle, settle)
    return () => {
      isCurrent = false
      stop()
    }
  }, [queryClient, showId, startFrom])
  return showId !== null && settled !== showId
}

/** As the server reads it. */
function showPageQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.showPage(showId),
    queryFn: async ({ client, signal }): Promise<ShowPage> => {
      const page = await request(showPageEndpoints.getShowPage, { params: { showId }, signal })
      seedQueries(client, showId, page)
      client.setQueryData(queryKeys.upcomingShows, page.upcoming)
      client.setQueryData(queryKeys.liveShows, page.tonight)
      return page
    },
  })
}

function openShowPage(queryClient: QueryClient, showId: number): Promise<ShowPage> {
  const page = queryClient.fetchQuery({
    queryKey: queryKeys.showPage(showId),
    queryFn: async ({ signal }) => {
      const { getShowPage } = showPageEndpoints
      const preload = takePreload(getShowPage.path.replace(':showId', String(showId)))
      const body = await readClockFrom(request(getShowPage, { params: { showId }, signal }), preload)
      seedQueries(queryClient, showId, body)
      return body
    },
    staleTime: 0,
  })
  // The header asks for them meanwhile.
  void queryClient.prefetchQuery({
    queryKey: queryKeys.upcomingShows,
    queryFn: async () =>
      (await page.catch(() => null))?.upcoming ?? (await request(showEndpoints.listUpcomingShows)).shows,
  })
  void queryClient.prefetchQuery({
    queryKey: queryKeys.liveShows,
    queryFn: async () =>
      (await page.catch(() => null))?.tonight ?? (await request(showEndpoints.listLiveShows)).shows,
  })
  return page
}

function seedQueries(queryClient: QueryClient, showId: number, page: ShowPage): void {
  queryClient.setQueryData<Show>(queryKeys.show(showId), (held) =>
    held && held.version > page.show.version ? held : page.show,
  )
  queryClient.setQueryData(queryKeys.showStatus(showId), page.status)
  if (page.phase === 'open') queryClient.setQueryData(queryKeys.openers(showId), page.openers)
  const parts: readonly (readonly [QueryKey, unknown])[] = [
    [queryKeys.crowd(showId), page.crowd],
    [queryKeys.systemCards(showId), page.system_cards],
    [queryKeys.setlist(showId), page.setlist],
    [queryKeys.corrections(showId), page.corrections],
    [queryKeys.tours, page.tours],
  ]
  for (const [queryKey, part] of parts) if (part !== null) queryClient.setQueryData(queryKey, part)
  // One that was left behind is older, and the live show begins with the page's.
  queryClient.removeQueries({ queryKey: queryKeys.liveShow(showId), type: 'inactive' })
  const config = queryClient.getQueryData<Config>(queryKeys.config)
  if (config && config.version < page.settings_version) refetchSoon(queryClient, queryKeys.config)
}
