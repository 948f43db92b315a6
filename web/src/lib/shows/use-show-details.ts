import type { Show } from '@called-it/shared/contract/shows'
import { useQueries } from '@tanstack/react-query'
import { showDetailsQuery } from './show-queries.ts'

type ShowDetails = {
  /** By id, without the shows that could not be loaded. */
  shows: ReadonlyMap<number, Show>
  isPending: boolean
}

export function useShowDetails(showIds: readonly number[]): ShowDetails {
  return useQueries({
    queries: showIds.map(showDetailsQuery),
    combine: (results) => ({
      shows: new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
      isPending: results.some(({ isPending }) => isPending),
    }),
  })
}
