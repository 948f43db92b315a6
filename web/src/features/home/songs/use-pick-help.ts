import { skipToken, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useIsIdle } from '../../../lib/use-is-idle.ts'
import type { Chances } from './fetch-chances.ts'

/** How likely the songs are at a show, with the code that shows it: the first view does without both. */
export type PickHelp = { readonly chances: Chances; readonly code: typeof import('./pick-help.ts') }

/** They are made again at times before the lock. */
const FRESH_MS = 5 * 60_000

/** Null where there is none, or while it cannot be loaded; undefined until that is known. */
export function usePickHelp(showId: number | null): PickHelp | null | undefined {
  const isIdle = useIsIdle()
  const { data, isError } = useQuery({
    queryKey: queryKeys.chances(showId ?? 0),
    queryFn:
      showId === null || !isIdle
        ? skipToken
        : async ({ signal }): Promise<PickHelp | null> => {
            const code = await import('./pick-help.ts')
            const chances = await code.fetchChances(showId, signal)
            return chances && { chances, code }
          },
    staleTime: FRESH_MS,
    structuralSharing: false,
  })
  return data ?? (showId === null || isError ? null : data)
}
