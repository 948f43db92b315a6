import type { LiveEvent } from '@called-it/shared/contract/live'
import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { onLive } from './channels.ts'
import { onLiveConnect, watchBoard } from './connection.ts'
import { soonish } from './jitter.ts'
import { advance, rememberStep, type StepApplication } from './topic-steps.ts'

/** The events that are steps of a topic. */
export type StepEventName =
  | 'config:changed'
  | 'show:scored'
  | 'leaderboard:changed'
  | 'run:changed'
  | 'operations:changed'

type LiveQueryOptions<Data, N extends StepEventName> = StepApplication<Data, LiveEvent<N>> & {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  enabled?: boolean | undefined
  event: N
  /** The tour whose board must be asked for; everything else is told to every page. */
  watchTour?: number | null | undefined
}

/**
 * A query that live events keep current: they are applied as far as they lead on from what is held; after
 * a gap and after every connect the query is fetched again, at a random moment of the next seconds. An
 * answer that was overtaken by events catches up with them. Data held by the cache is shown at once on
 * the next visit and fetched again, since nobody listened in between.
 */
export function useLiveQuery<Data, N extends StepEventName>({
  queryKey,
  queryFn,
  enabled = true,
  event,
  watchTour = null,
  ...application
}: LiveQueryOptions<Data, N>): UseQueryResult<Data> {
  const queryClient = useQueryClient()
  const heard = useRef<readonly LiveEvent<N>[]>([])
  const query = useQuery<Data>({ queryKey, queryFn, enabled, refetchOnMount: 'always' })

  const refetch = useEffectEvent(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  const catchUp = useEffectEvent((): boolean => {
    const held = queryClient.getQueryData<Data>(queryKey)
    if (held === undefined) return false
    const { data, gap } = advance(held, heard.current, application)
    if (data !== held) queryClient.setQueryData<Data>(queryKey, data)
    return gap
  })

  useEffect(() => {
    if (!enabled) return
    let callOff: (() => void) | null = null
    const mend = () => {
      callOff?.()
      callOff = soonish(refetch)
    }
    const stopListening = onLive(event, (step) => {
      heard.current = rememberStep(heard.current, step)
      if (catchUp()) mend()
    })
    const stopWaiting = watchTour === null ? onLiveConnect(mend) : watchBoard(watchTour, mend)
    return () => {
      callOff?.()
      stopListening()
      stopWaiting()
    }
  }, [enabled, event, watchTour])

  const { dataUpdatedAt } = query
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    return catchUp() ? soonish(refetch) : undefined
  }, [dataUpdatedAt])

  return query
}
