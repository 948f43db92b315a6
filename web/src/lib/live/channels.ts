import { type LiveEvent, type LiveEventName, liveEvents } from '@called-it/shared/contract/live'
import type { z } from 'zod'

type Channel<N extends LiveEventName> = {
  listen: (listener: (event: LiveEvent<N>) => void) => () => void
  deliver: (payload: unknown) => void
}

/** One event's listeners. What does not fit the schema is not ours to understand, and is dropped. */
function openChannel<N extends LiveEventName>(schema: z.ZodType<LiveEvent<N>>): Channel<N> {
  const listeners = new Set<(event: LiveEvent<N>) => void>()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    deliver: (payload) => {
      const event = schema.safeParse(payload)
      if (event.success) for (const listener of [...listeners]) listener(event.data)
    },
  }
}

const channels: { [N in LiveEventName]: Channel<N> } = {
  'config:changed': openChannel(liveEvents['config:changed']),
  'catalogue:changed': openChannel(liveEvents['catalogue:changed']),
  'show:scored': openChannel(liveEvents['show:scored']),
  'score:changed': openChannel(liveEvents['score:changed']),
  'leaderboard:changed': openChannel(liveEvents['leaderboard:changed']),
  'run:changed': openChannel(liveEvents['run:changed']),
  'operations:told': openChannel(liveEvents['operations:told']),
  'session:revoked': openChannel(liveEvents['session:revoked']),
}

/** Listens to a live event, whether the socket is up yet or not; returns how to stop. */
export function onLive<N extends LiveEventName>(
  name: N,
  listener: (event: LiveEvent<N>) => void,
): () => void {
  return channels[name].listen(listener)
}

/** Hands an event that came over the wire to its listeners; an unknown one is ignored. */
export function deliver(name: string, payload: unknown): void {
  if (isLiveEventName(name)) channels[name].deliver(payload)
}

function isLiveEventName(name: string): name is LiveEventName {
  return Object.hasOwn(channels, name)
}
