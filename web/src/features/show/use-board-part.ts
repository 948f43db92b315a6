import { liveShowEndpoints, type ShowBoard } from '@called-it/shared/contract/live-shows'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefCallback, useRef } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { withJitter } from '../../lib/events/jitter.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { useIsInView } from '../../lib/hooks/use-is-in-view.ts'
import { useStillWhileTouched } from '../../lib/hooks/use-still-while-touched.ts'
import { withoutPlayers } from '../../lib/live/board-rows.ts'
import { useRevisionRefetch } from '../../lib/live/use-revision-refetch.ts'

const QUERIES = {
  tour: { of: 'tour' },
  around: { around: 'me' },
  'tour-around': { of: 'tour', around: 'me' },
} as const
export type BoardPart = keyof typeof QUERIES

/**
 * A part of the board that the events of a show do not have. It is asked for only while `ref` is in view.
 *
 * @param revision of the show
 */
export function useBoardPart(
  showId: number,
  part: BoardPart,
  revision: number,
): {
  ref: RefCallback<HTMLElement>
  board: UseQueryResult<ShowBoard>
  /** What the page shows: not the newest while it is touched. */
  shown: ShowBoard | undefined
} {
  const queryClient = useQueryClient()
  const { ref, isInView } = useIsInView()
  const queryKey = queryKeys.showBoard(showId, part)
  const board = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request(liveShowEndpoints.getShowBoard, { params: { showId }, query: QUERIES[part], signal }),
    enabled: isInView,
  })
  useRevisionRefetch(board, isInView && board.data !== undefined && board.data.revision < revision)
  const cancel = useRef<() => void>(undefined)
  // The final scores may differ from the last board, which has the same revision.
  useServerEvent('show:changed', ({ show }) => {
    if (show.id !== showId) return
    cancel.current?.()
    cancel.current = withJitter(() => void queryClient.invalidateQueries({ queryKey, exact: true }))
  })
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<ShowBoard>(queryKey, (held) => held && withoutPlayers(held, userIds)),
  )
  return { ref, board, shown: useStillWhileTouched(board.data) }
}
