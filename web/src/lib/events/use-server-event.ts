import type { ServerEvent, ServerEventName } from '@called-it/shared/contract/events'
import { use, useEffect, useEffectEvent } from 'react'
import { EventConnectionContext } from './connection.ts'
import { onServerEvent } from './event-listeners.ts'
import { withJitter } from './jitter.ts'

export function useServerEvent<N extends ServerEventName>(
  name: N,
  react: (event: ServerEvent<N>) => void,
): void {
  const onEvent = useEffectEvent(react)
  useEffect(() => onServerEvent(name, (event) => onEvent(event)), [name])
}

/** Runs after every connect, with jitter, to fetch what {@link useServerEvent} missed. */
export function useCatchUp(catchUp: () => void): void {
  const onConnect = useEffectEvent(catchUp)
  const { onConnected } = use(EventConnectionContext)
  useEffect(() => {
    let cancel: (() => void) | null = null
    const stop = onConnected(() => {
      cancel?.()
      cancel = withJitter(() => onConnect())
    })
    return () => {
      cancel?.()
      stop()
    }
  }, [onConnected])
}
