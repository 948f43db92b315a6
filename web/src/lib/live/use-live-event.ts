import type { LiveEvent, LiveEventName } from '@called-it/shared/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { onLiveConnect } from './connection.ts'
import { onLiveEvent } from './event-listeners.ts'
import { withJitter } from './jitter.ts'

/** Reacts to a live event for as long as the component is on the page. */
export function useLiveEvent<N extends LiveEventName>(name: N, react: (event: LiveEvent<N>) => void): void {
  const onEvent = useEffectEvent(react)
  useEffect(() => onLiveEvent(name, (event) => onEvent(event)), [name])
}

/** Catches up after every connect, spread over the seconds after it; for what {@link useLiveEvent} missed. */
export function useLiveCatchUp(catchUp: () => void): void {
  const onConnect = useEffectEvent(catchUp)
  useEffect(() => {
    let callOff: (() => void) | null = null
    const stop = onLiveConnect(() => {
      callOff?.()
      callOff = withJitter(() => onConnect())
    })
    return () => {
      callOff?.()
      stop()
    }
  }, [])
}
