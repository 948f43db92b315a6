import type { League } from '@called-it/shared/contract/leagues'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { isNoLeague } from '../../lib/leagues/league-queries.ts'

type LeagueChange<Input> = {
  change: (input: Input) => Promise<{ league: League }>
  failure: string
  onDone?: (league: League, input: Input) => void
}

/** A request that changes a league. Its pages are refetched, also when the league is gone. */
export function useLeagueChange<Input = void>({
  change,
  failure,
  onDone,
}: LeagueChange<Input>): UseMutationResult<{ league: League }, Error, Input> {
  const queryClient = useQueryClient()
  const refetch = (leagueId?: number) => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.leagues })
    if (leagueId) void queryClient.invalidateQueries({ queryKey: queryKeys.league(leagueId) })
  }
  return useMutation({
    mutationFn: change,
    onSuccess: ({ league }, input) => {
      refetch(league.id)
      onDone?.(league, input)
    },
    onError: (error) => {
      toastRequestFailure(failure, error)
      if (isNoLeague(error)) refetch()
    },
  })
}
