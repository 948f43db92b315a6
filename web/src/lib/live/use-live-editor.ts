import { type LiveEditor, liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isAccessDenied, request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { watchShow } from '../events/connection.ts'
import { useServerEvent } from '../events/use-server-event.ts'

/** Kept current by live events. Without jitter: a show has a handful of operators, who wait for each other. */
export function useLiveEditor(showId: number): UseQueryResult<LiveEditor> & { refresh: () => void } {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.liveEditor(showId)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(liveEditingEndpoints.getLiveEditor, { params: { showId }, signal }),
    refetchOnMount: 'always',
  })
  const refresh = () => void queryClient.refetchQueries({ queryKey, exact: true })
  const onWatching = useEffectEvent(refresh)
  useEffect(() => watchShow(showId, () => onWatching()), [showId])
  useServerEvent('setlist:changed', (event) => {
    const held = queryClient.getQueryData<LiveEditor>(queryKey)
    if (event.showId === showId && (!held || held.version < event.to)) refresh()
  })
  const { error } = query
  useEffect(() => {
    if (isAccessDenied(error)) void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
  }, [queryClient, error])
  return { ...query, refresh }
}
