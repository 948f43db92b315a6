import { liveShowEndpoints, type ShowBoard } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { toPointsRows, withoutPlayers } from '../../lib/live/board-rows.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { useRevisionRefetch } from '../../lib/live/use-revision-refetch.ts'
import { FollowedTable } from './followed-table.tsx'

/** The current fan and followed players on the board of a show. */
export function FollowedOfShow({ show }: { show: Show }) {
  const queryClient = useQueryClient()
  const live = useLiveShow(show.id, { enabled: show.phase !== 'final' })
  const queryKey = queryKeys.showBoard(show.id, 'around')
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request(liveShowEndpoints.getShowBoard, {
        params: { showId: show.id },
        query: { around: 'me' },
        signal,
      }),
    refetchOnMount: 'always',
  })
  const { data } = query
  useRevisionRefetch(query, data !== undefined && data.revision < (live.data?.revision ?? 0))
  useRefetchWhenScored(show.id, queryKey)
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<ShowBoard>(queryKey, (held) => held && withoutPlayers(held, userIds)),
  )
  return <FollowedTable rows={data && toPointsRows(data.rows, data.followed)} query={query} />
}
