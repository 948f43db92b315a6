import { type LeaguePage, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { hasCode, request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

export const leaguesQuery = queryOptions({
  queryKey: queryKeys.leagues,
  queryFn: async ({ signal }) => (await request(leagueEndpoints.listLeagues, { signal })).leagues,
  refetchOnMount: 'always',
})

/** `week` is a Monday; null: all shows. Refetched after scores change; `useLeagueLive` follows the rest. */
export function useLeague(leagueId: number, week: string | null): UseQueryResult<LeaguePage> {
  const queryKey = queryKeys.leagueTable(leagueId, week)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request(leagueEndpoints.getLeague, { params: { leagueId }, query: week ? { week } : {}, signal }),
    refetchOnMount: 'always',
    // Another week of the same league.
    placeholderData: (previous) => (previous?.league.id === leagueId ? previous : undefined),
  })
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', refetchSoon)
  useServerEvent('users:deleted', refetchSoon)
  return query
}

export function useLeagueInvitation(leagueId: number) {
  return useQuery({
    queryKey: queryKeys.leagueInvitation(leagueId),
    queryFn: ({ signal }) => request(leagueEndpoints.getLeagueInvitation, { params: { leagueId }, signal }),
    refetchOnMount: 'always',
  })
}

export function invitationQuery(invitation: string) {
  return queryOptions({
    queryKey: queryKeys.invitation(invitation),
    queryFn: ({ signal }) => request(leagueEndpoints.getInvitation, { params: { invitation }, signal }),
    refetchOnMount: 'always',
  })
}

/** There is none of this id, or the fan is no member, or no member any more. */
export function isNoLeague(error: unknown): boolean {
  return hasCode(error, 'league_not_found') || hasCode(error, 'malformed_path')
}
