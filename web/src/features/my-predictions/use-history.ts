import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { historyEndpoints } from '@called-it/shared/contract/histories'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { useLiveEvent } from '../../lib/live/use-live-event.ts'
import { useRefetchOnConnect, useRefetchSoon } from '../../lib/live/use-refetch-soon.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { useAskAgain } from '../../lib/use-ask-again.ts'

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
  useLiveEvent('score:changed', useRefetchSoon(queryKey))
  useRefetchOnConnect(queryKey)
  useAskAgain(query.data?.is_computing === true, refetch)
  return query
}
