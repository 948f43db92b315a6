import type { LiveEvent, LiveEventName } from '@called-it/shared/contract/events'
import { use, useEffect, useEffectEvent } from 'react'
import { LiveConnectionContext } from './connection.ts'
import { onLiveEvent } from './event-listeners.ts'
import { withJitter } from './jitter.ts'

export function useLiveEvent<N extends LiveEventName>(name: N, react: (event: LiveEvent<N>) => void): void {
  const onEvent = useEffectEvent(react)
  useEffect(() => onLiveEvent(name, (event) => onEvent(event)), [name])
}

/** Runs after every connect, with jitter, to fetch what {@link useLiveEvent} missed. */
export function useLiveCatchUp(catchUp: () => void): void {
  const onConnect = useEffectEvent(catchUp)
  const { onLiveConnect } = use(LiveConnectionContext)
  useEffect(() => {
    let cancel: (() => void) | null = null
    const stop = onLiveConnect(() => {
      cancel?.()
      cancel = withJitter(() => onConnect())
    })
    return () => {
      cancel?.()
      stop()
    }
  }, [onLiveConnect])
}
