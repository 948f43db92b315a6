import { type LiveEvent, type LiveEventName, liveEvents } from '@called-it/shared/contract/events'
import type { z } from 'zod'
import { emitLiveEvent } from './event-listeners.ts'

const schemas: { readonly [N in LiveEventName]: z.ZodType<LiveEvent<N>> } = liveEvents

/**
 * Parses a received event and emits it to its listeners. Unknown and invalid events of a newer server are dropped.
 * Loaded with the socket's code, after the first view.
 */
export function deliver(name: string, payload: unknown): void {
  if (isLiveEventName(name)) deliverKnown(name, payload)
}

function deliverKnown<N extends LiveEventName>(name: N, payload: unknown): void {
  const event = schemas[name].safeParse(payload)
  if (event.success) emitLiveEvent(name, event.data)
}

function isLiveEventName(name: string): name is LiveEventName {
  return Object.hasOwn(liveEvents, name)
}
