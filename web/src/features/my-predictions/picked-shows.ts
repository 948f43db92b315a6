import type { Show } from '@called-it/shared/contract/shows'
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { showQuery } from '../../lib/shows/show-queries.ts'

/** True until the shows of all picks have arrived: the cards appear together, at their full height. */
export function useArePickedShowsPending(showIds: readonly number[]): boolean {
  return useQueries({
    queries: showIds.map(showQuery),
    combine: (results) => results.some(({ isPending }) => isPending),
  })
}

export function updatePickedShow(client: QueryClient, show: Show): void {
  client.setQueryData(showQuery(show.id).queryKey, (held) =>
    held && held.version < show.version ? show : held,
  )
}

/** Refetches the shows on screen that may have changed while disconnected. Scored ones hardly ever do. */
export function refetchUnscoredShows(client: QueryClient): void {
  void client.refetchQueries({
    queryKey: queryKeys.shows,
    type: 'active',
    predicate: ({ queryKey, state }) => queryKey[1] === 'one' && !isScored(state.data),
  })
}

function isScored(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'is_scored' in data && data.is_scored === true
}
