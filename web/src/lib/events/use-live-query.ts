import type { ServerEvent } from '@called-it/shared/contract/events'
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useRef } from 'react'
import { type EventConnection, EventConnectionContext } from './connection.ts'
import { onServerEvent } from './event-listeners.ts'
import { refetchSoon } from './refetch-soon.ts'
import { appendStep, applySteps, type StepApplication } from './topic-steps.ts'

/** A page without a connection refetches what came with it after this time. */
const UNCONNECTED_MS = 5_000

export type StepEventName =
  | 'config:changed'
  | 'show:changed'
  | 'leaderboard:changed'
  | 'live:changed'
  | 'notifications:changed'
  | 'run:changed'
  | 'operations:changed'

type LiveQueryOptions<Data, N extends StepEventName> = StepApplication<Data, ServerEvent<N>> & {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  enabled?: boolean | undefined
  retry?: { retry: (failures: number, error: Error) => boolean; retryDelay: number } | undefined
  refetchOnFocus?: boolean | undefined
  /** Came with the page. */
  initialData?: UseQueryOptions<Data>['initialData']
  event: N
  /** The tour whose board, or the show whose page is subscribed to; all other events go to every page. */
  watchTour?: number | null | undefined
  watchShowId?: number | null | undefined
}

/**
 * A query that live events keep current. It is refetched, with jitter, after a gap and after a connect. Events that
 * arrive before the response are applied to it. Cached data is shown at once. It is refetched on mount if no part of the
 * page has received events in between; data that came with the page is refetched with the first connect.
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
  const connection = use(EventConnectionContext)
  const received = useRef<readonly ServerEvent<N>[]>([])
  const query = useQuery<Data>({
    queryKey,
    queryFn,
    enabled,
    refetchOnMount: (shown) => (isFollowed(shown) || isServed(shown.state) ? false : 'always'),
    refetchOnWindowFocus: refetchOnFocus && 'always',
    ...retry,
    ...(initialData !== undefined && { initialData }),
  })

  const refetch = useEffectEvent(() => refetchSoon(queryClient, queryKey))
  const refetchServed = useEffectEvent(() => {
    const state = queryClient.getQueryState(queryKey)
    if (state && isServed(state)) refetch()
  })
  const catchUp = useEffectEvent((): boolean => {
    const held = queryClient.getQueryData<Data>(queryKey)
    if (held === undefined) return false
    const { data, gap } = applySteps(held, received.current, application)
    if (data !== held) queryClient.setQueryData<Data>(queryKey, data)
    return gap
  })

  useEffect(() => {
    if (!enabled) return
    const stopListening = onServerEvent(event, (step) => {
      received.current = appendStep(received.current, step)
      if (catchUp()) refetch()
    })
    const unconnected = setTimeout(() => refetchServed(), UNCONNECTED_MS)
    const stopWatching = watchRoom(connection, watchTour, watchShowId, (isCurrent) => {
      clearTimeout(unconnected)
      if (!isCurrent) refetch()
    })
    return () => {
      clearTimeout(unconnected)
      stopListening()
      stopWatching()
    }
  }, [connection, enabled, event, watchTour, watchShowId])

  const { dataUpdatedAt } = query
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    if (catchUp()) refetch()
  }, [dataUpdatedAt])

  return query
}

/** Another mounted component receives its events. */
function isFollowed({ observers }: { observers: readonly { options: { enabled?: unknown } }[] }): boolean {
  return observers.filter(({ options }) => options.enabled !== false).length > 1
}

function isServed({ data, dataUpdateCount }: { data?: unknown; dataUpdateCount: number }): boolean {
  return data !== undefined && dataUpdateCount === 0
}

function watchRoom(
  { onConnected, watchBoard, watchShow }: EventConnection,
  tourId: number | null,
  showId: number | null,
  onWatching: (isCurrent: boolean) => void,
): () => void {
  if (tourId !== null) return watchBoard(tourId, () => onWatching(false))
  return showId === null ? onConnected(onWatching) : watchShow(showId, onWatching)
}
