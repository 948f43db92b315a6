import { type LiveShow, liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import type { ShowPage } from '@called-it/shared/contract/show-pages'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useLiveQuery } from '../events/use-live-query.ts'
import { useRefetchSoon } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { retryUntilClosed } from '../shows/retry-until-closed.ts'
import { applyLiveChange } from './apply-live-change.ts'

export function liveShowQuery(showId: number) {
  return {
    queryKey: queryKeys.liveShow(showId),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<LiveShow> =>
      request(liveShowEndpoints.getLiveShow, { params: { showId }, signal }),
  }
}

/**
 * A show whose picks are closed: setlist so far and board, kept current by events. The page counts as a viewer while
 * this is mounted, so a page uses it once.
 */
export function useLiveShow(
  showId: number,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<LiveShow> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.liveShow(showId)
  const change = (update: (held: LiveShow) => LiveShow) =>
    queryClient.setQueryData<LiveShow>(queryKey, (held) => held && update(held))
  const refetchSoon = useRefetchSoon(queryKey)

  useServerEvent('viewers:changed', (event) => {
    if (event.showId === showId) change((held) => ({ ...held, viewers: event.viewers }))
  })
  useServerEvent('users:deleted', ({ userIds }) => {
    if (!enabled) return
    change((held) => withoutNames(held, userIds))
    // Who had a song is known by name only.
    refetchSoon()
  })
  return useLiveQuery<LiveShow, 'live:changed'>({
    ...liveShowQuery(showId),
    enabled,
    retry: retryUntilClosed,
    initialData: () => queryClient.getQueryData<ShowPage>(queryKeys.showPage(showId))?.live ?? undefined,
    event: 'live:changed',
    isExact: true,
    watchShowId: showId,
    versionOf: (held, event) => (event.showId === showId ? held.version : null),
    apply: applyLiveChange,
  })
}

function withoutNames(held: LiveShow, userIds: readonly number[]): LiveShow {
  const deleted = new Set<number | null>(userIds)
  return {
    ...held,
    top: held.top.map((row) => (deleted.has(row[1]) ? [row[0], null, null] : row)),
  }
}
