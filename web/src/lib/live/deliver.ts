import { type LiveEvent, type LiveEventName, liveEvents } from '@called-it/shared/contract/live'
import type { z } from 'zod'
import { emitLiveEvent } from './event-listeners.ts'

const schemas: { readonly [N in LiveEventName]: z.ZodType<LiveEvent<N>> } = liveEvents

/**
 * Hands an event that came over the wire to its listeners. An unknown one, and what does not fit its schema, is not
 * ours to understand and is dropped. This file comes with the socket's code, after what the page needs to be seen.
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
