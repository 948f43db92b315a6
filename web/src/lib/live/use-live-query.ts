import type { LiveEvent } from '@called-it/shared/contract/live'
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { onLiveConnect, watchBoard, watchShow } from './connection.ts'
import { onLiveEvent } from './event-listeners.ts'
import { withJitter } from './jitter.ts'
import { appendStep, applySteps, type StepApplication } from './topic-steps.ts'

export type StepEventName =
  | 'config:changed'
  | 'show:scored'
  | 'leaderboard:changed'
  | 'live:changed'
  | 'notifications:changed'
  | 'run:changed'
  | 'operations:changed'

type LiveQueryOptions<Data, N extends StepEventName> = StepApplication<Data, LiveEvent<N>> & {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  enabled?: boolean | undefined
  retry?: { retry: (failures: number, error: Error) => boolean; retryDelay: number } | undefined
  refetchOnFocus?: boolean | undefined
  /** Shown at once, and refetched like cached data. */
  initialData?: UseQueryOptions<Data>['initialData']
  event: N
  /** The tour whose board, or the show whose page is subscribed to; all other events go to every page. */
  watchTour?: number | null | undefined
  watchShowId?: number | null | undefined
}

/**
 * A query that live events keep current. It is refetched, with jitter, after a gap and after every connect. Events that
 * arrive before the response are applied to it. Cached data is shown at once and refetched on mount, because no events
 * were received in between.
 */
export function useLiveQuery<Data, N extends StepEventName>({
  queryKey,
  queryFn,
  enabled = true,
  retry,
  refetchOnFocus = false,
  initialData,
  event,
  watchTour = null,
  watchShowId = null,
  ...application
}: LiveQueryOptions<Data, N>): UseQueryResult<Data> {
  const queryClient = useQueryClient()
  const received = useRef<readonly LiveEvent<N>[]>([])
  const query = useQuery<Data>({
    queryKey,
    queryFn,
    enabled,
    refetchOnMount: 'always',
    refetchOnWindowFocus: refetchOnFocus && 'always',
    ...retry,
    ...(initialData !== undefined && { initialData }),
  })

  const refetch = useEffectEvent(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  const catchUp = useEffectEvent((): boolean => {
    const held = queryClient.getQueryData<Data>(queryKey)
    if (held === undefined) return false
    const { data, gap } = applySteps(held, received.current, application)
    if (data !== held) queryClient.setQueryData<Data>(queryKey, data)
    return gap
  })

  useEffect(() => {
    if (!enabled) return
    let cancel: (() => void) | null = null
    const scheduleRefetch = () => {
      cancel?.()
      cancel = withJitter(refetch)
    }
    const stopListening = onLiveEvent(event, (step) => {
      received.current = appendStep(received.current, step)
      if (catchUp()) scheduleRefetch()
    })
    const stopWatching = watchRoom(watchTour, watchShowId, scheduleRefetch)
    return () => {
      cancel?.()
      stopListening()
      stopWatching()
    }
  }, [enabled, event, watchTour, watchShowId])

  const { dataUpdatedAt } = query
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    return catchUp() ? withJitter(refetch) : undefined
  }, [dataUpdatedAt])

  return query
}

function watchRoom(tourId: number | null, showId: number | null, onWatching: () => void): () => void {
  if (tourId !== null) return watchBoard(tourId, onWatching)
  return showId === null ? onLiveConnect(onWatching) : watchShow(showId, onWatching)
}
