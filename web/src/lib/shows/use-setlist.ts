import { showEndpoints } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { refetchSoon } from '../events/refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'

export function useSetlist(
  showId: number,
  enabled = true,
): UseQueryResult<{ setlistdata: string; setlistnotes: string | null }> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.setlist(showId)
  useServerEvent('show:changed', ({ show }) => {
    if (show.id === showId) refetchSoon(queryClient, queryKey)
    else void queryClient.invalidateQueries({ queryKey: queryKeys.setlist(show.id), exact: true })
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => request(showEndpoints.getSetlist, { params: { showId }, signal }),
    enabled,
  })
}
