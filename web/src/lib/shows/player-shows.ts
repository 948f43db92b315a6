import { type PlayerShow, playerEndpoints } from '@called-it/shared/contract/players'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useRefetchSoon } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'

/** Every scored show of a player, newest first. */
export function usePlayerShows(userId: number): UseQueryResult<PlayerShow[]> {
  const queryKey = queryKeys.playerShows(userId)
  useServerEvent('show:changed', useRefetchSoon(queryKey))
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(playerEndpoints.listPlayerShows, { params: { userId }, signal })).shows,
  })
}
