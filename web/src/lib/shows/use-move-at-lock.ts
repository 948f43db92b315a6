import type { Show } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/query-keys.ts'
import { serverNow, useServerNow } from '../api/server-clock.ts'
import { withJitter } from '../events/jitter.ts'

const REFRESH_MS = 60_000
/** When the server still lists a show as open whose lock has come by the clock of this page. */
const RETRY_MS = 15_000

/** Fetches the upcoming shows and tonight's again when the first of the upcoming ones closes. */
export function useMoveAtLock({ data: shows = [], dataUpdatedAt }: UseQueryResult<Show[]>): void {
  const queryClient = useQueryClient()
  const firstLock = Math.min(...shows.map(({ locks_at }) => Date.parse(locks_at)))
  const isDue = firstLock <= useServerNow(REFRESH_MS, firstLock)
  useEffect(() => {
    if (!isDue) return
    const updatedAt = dataUpdatedAt + serverNow() - Date.now()
    return withJitter(
      () => {
        for (const queryKey of [queryKeys.upcomingShows, queryKeys.liveShows])
          void queryClient.refetchQueries({ queryKey, exact: true })
      },
      updatedAt < firstLock ? 0 : RETRY_MS,
    )
  }, [isDue, firstLock, dataUpdatedAt, queryClient])
}
