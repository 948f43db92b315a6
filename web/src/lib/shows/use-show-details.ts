import type { Show } from '@called-it/shared/contract/shows'
import { useQueries } from '@tanstack/react-query'
import { hasCode } from '../api/api.ts'
import { showDetailsQuery } from './show-queries.ts'

type ShowDetails = {
  /** By id, without the shows that could not be loaded. */
  shows: ReadonlyMap<number, Show>
  isPending: boolean
  /** Those that are not in the catalogue any more. */
  deleted: ReadonlySet<number>
}

export function useShowDetails(showIds: readonly number[]): ShowDetails {
  return useQueries({
    queries: showIds.map(showDetailsQuery),
    combine: (results) => ({
      shows: new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
      isPending: results.some(({ isPending }) => isPending),
      deleted: new Set(showIds.filter((_, index) => hasCode(results[index]?.error, 'show_not_found'))),
    }),
  })
}
