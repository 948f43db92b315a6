import type { QueryInput, ResponseBody } from '@called-it/shared/contract/endpoint'
import {
  type League,
  type LeagueMovement,
  type LeaguePage,
  leagueEndpoints,
} from '@called-it/shared/contract/leagues'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../account/session.ts'
import { hasCode, request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useRefetchSoon } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'

export const leaguesQuery = queryOptions({
  queryKey: queryKeys.leagues,
  queryFn: async ({ signal }) => (await request(leagueEndpoints.listLeagues, { signal })).leagues,
  refetchOnMount: 'always',
})

/** Undefined while unknown; empty for a visitor and where they cannot be loaded. */
export function useOwnLeagues(): readonly League[] | undefined {
  const { user, isPending } = useCurrentUser()
  const { data, isError } = useQuery({ ...leaguesQuery, enabled: Boolean(user) })
  if (isPending) return undefined
  if (!user || (isError && !data)) return []
  return data?.filter(({ deleted_until }) => deleted_until === null)
}

/** A week, named by its Monday, a tour or a show; empty: all shows of the league. */
export type LeaguePart = QueryInput<typeof leagueEndpoints.getLeague>

/** Refetched after scores change; `useLeagueLive` follows the rest. */
export function useLeague(leagueId: number, part: LeaguePart): UseQueryResult<LeaguePage> {
  const queryKey = queryKeys.leagueTable(leagueId, part)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request(leagueEndpoints.getLeague, { params: { leagueId }, query: part, signal }),
    refetchOnMount: 'always',
    // Another week of the same league.
    placeholderData: (previous) => (previous?.league.id === leagueId ? previous : undefined),
  })
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', refetchSoon)
  useServerEvent('users:deleted', refetchSoon)
  return query
}

/** The own place with and without the last scored show of a league; null before the first one. */
export function useLeagueMovement(leagueId: number): UseQueryResult<LeagueMovement | null> {
  const queryKey = queryKeys.leagueMovement(leagueId)
  useServerEvent('show:changed', useRefetchSoon(queryKey))
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(leagueEndpoints.getLeagueMovement, { params: { leagueId }, signal })).movement,
    refetchOnMount: 'always',
  })
}

/** How many members have picked a show; `picked` is null with fewer than three members. */
export function useLeaguePicked(
  leagueId: number,
  showId: number | null,
): UseQueryResult<ResponseBody<typeof leagueEndpoints.countLeaguePicks>> {
  return useQuery({
    queryKey: queryKeys.leaguePicked(leagueId, showId ?? 0),
    queryFn: ({ signal }) =>
      request(leagueEndpoints.countLeaguePicks, { params: { leagueId, showId: showId ?? 0 }, signal }),
    enabled: showId !== null,
    refetchOnMount: 'always',
  })
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
