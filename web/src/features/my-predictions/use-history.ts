import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { historyEndpoints } from '@called-it/shared/contract/histories'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useAskAgain } from '../../lib/api/use-ask-again.ts'
import { useRefetchOnConnect, useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

type History = ResponseBody<typeof historyEndpoints.getHistory>

/** The current user's cards of a tour, oldest show first. */
export function useHistory(tourId: number): UseQueryResult<History> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const queryKey = queryKeys.history(tourId)
  const query = useQuery({
    queryKey,
    enabled: Boolean(user),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => request(historyEndpoints.getHistory, { params: { tourId }, signal }),
  })
  const refetch = () => queryClient.refetchQueries({ queryKey, exact: true })
  // All scores of a show are published at once.
  useServerEvent('score:changed', useRefetchSoon(queryKey))
  useRefetchOnConnect(queryKey)
  useAskAgain(query.data?.is_computing === true, refetch)
  return query
}
