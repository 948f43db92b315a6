import { type Replay, replayEndpoints } from '@called-it/shared/contract/replays'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { requestRun } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useAskAgain } from '../../../lib/api/use-ask-again.ts'
import { useRefetchSoon } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'

/** Null while it is computed. */
export function useReplay(showId: number): UseQueryResult<Replay | null> {
  const queryKey = queryKeys.replay(showId)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', ({ show }) => show.id === showId && refetchSoon())
  useServerEvent('users:deleted', refetchSoon)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const reply = await requestRun(replayEndpoints.getReplay, { params: { showId }, signal })
      return reply.finished ? reply.result : null
    },
  })
  useAskAgain(query.data === null, query.refetch)
  return query
}
