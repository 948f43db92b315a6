import { type NamedPlayer, type PlayerPage, playerEndpoints } from '@called-it/shared/contract/players'
import { type PlayerPicks, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

export function usePlayer(userId: number | null): UseQueryResult<PlayerPage> {
  const queryKey = queryKeys.player(userId ?? 0)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', refetchSoon)
  useServerEvent('users:deleted', ({ userIds }) => {
    if (userId !== null && userIds.includes(userId)) refetchSoon()
  })
  return useQuery({
    queryKey,
    enabled: userId !== null,
    queryFn: ({ signal }) => request(playerEndpoints.getPlayer, { params: { userId: userId ?? 0 }, signal }),
  })
}

export function usePlayerPicks(showId: number, userId: number): UseQueryResult<PlayerPicks> {
  return useQuery({
    queryKey: queryKeys.playerPicks(showId, userId),
    queryFn: ({ signal }) =>
      request(showPickEndpoints.getShowPrediction, { params: { showId, userId }, signal }),
  })
}

/** The players whom the current fan follows, by name. */
export function useFollowed(): UseQueryResult<NamedPlayer[]> {
  const { user } = useCurrentUser()
  return useQuery({
    queryKey: queryKeys.follows,
    enabled: Boolean(user),
    queryFn: async ({ signal }) => (await request(playerEndpoints.listFollowed, { signal })).players,
  })
}
