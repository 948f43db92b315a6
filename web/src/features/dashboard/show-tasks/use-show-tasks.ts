import { type ShowTask, showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useRefetchOnConnect } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'

/** Refetched at once on live events: admins are few. */
export function useShowTasks(): UseQueryResult<ShowTask[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminShowTasks
  const query = useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => (await request(showLockEndpoints.listShowTasks, { signal })).tasks,
  })
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true })
  useServerEvent('catalogue:changed', refetch)
  useServerEvent('show:changed', ({ show }) => {
    if (query.data?.some(({ shows }) => shows.some(({ id }) => id === show.id))) refetch()
  })
  useRefetchOnConnect(queryKey)
  return query
}
