import { type Replay, replayEndpoints } from '@called-it/shared/contract/replays'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestRun } from '../../../lib/api.ts'
import { withJitter } from '../../../lib/live/jitter.ts'
import { useLiveEvent } from '../../../lib/live/use-live-event.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

const ASK_AGAIN_MS = 2_000

/** Null while it is computed. */
export function useReplay(showId: number): UseQueryResult<Replay | null> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.replay(showId)
  const cancel = useRef<() => void>(undefined)
  const refetch = () => {
    cancel.current?.()
    cancel.current = withJitter(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  }
  useLiveEvent('show:scored', ({ show }) => show.id === showId && refetch())
  useLiveEvent('users:deleted', refetch)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const reply = await requestRun(replayEndpoints.getReplay, { params: { showId }, signal })
      return reply.finished ? reply.result : null
    },
    refetchInterval: ({ state }) => state.data === null && ASK_AGAIN_MS,
  })
}
