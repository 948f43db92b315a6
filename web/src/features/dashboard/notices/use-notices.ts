import { type AdminNotices, noticeEndpoints } from '@called-it/shared/contract/notices'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isOpenRun } from '../../../lib/api/runs.ts'
import { useRefetchOnConnect } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'

/** Refetched at once on live events: admins are few. */
export function useNotices(): UseQueryResult<AdminNotices> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminNotices
  const query = useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => request(noticeEndpoints.listNotices, { signal }),
  })
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true })
  useServerEvent('catalogue:changed', refetch)
  useServerEvent('show:changed', refetch)
  useServerEvent('run:changed', ({ runs }) => {
    if (runs.some((run) => run.kind === 'import-catalogue' && !isOpenRun(run))) refetch()
  })
  useRefetchOnConnect(queryKey)
  return query
}
