import { type ServerEvent, type ServerEventName, serverEvents } from '@called-it/shared/contract/events'
import type { z } from 'zod'
import { emitServerEvent } from './event-listeners.ts'

const schemas: { readonly [N in ServerEventName]: z.ZodType<ServerEvent<N>> } = serverEvents

/**
 * Parses a received event and emits it to its listeners. Unknown and invalid events of a newer server are dropped.
 * Loaded with the socket's code, after the first view.
 */
export function deliver(name: string, payload: unknown): void {
  if (isServerEventName(name)) deliverKnown(name, payload)
}

function deliverKnown<N extends ServerEventName>(name: N, payload: unknown): void {
  const event = schemas[name].safeParse(payload)
  if (event.success) emitServerEvent(name, event.data)
}

function isServerEventName(name: string): name is ServerEventName {
  return Object.hasOwn(serverEvents, name)
}
