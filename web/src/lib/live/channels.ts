import type { LiveEvent, LiveEventName } from '@called-it/shared/contract/live'

type Listeners = { readonly [N in LiveEventName]: Set<(event: LiveEvent<N>) => void> }

/** Who listens to each live event. */
const listeners: Listeners = {
  'config:changed': new Set(),
  'catalogue:changed': new Set(),
  'show:scored': new Set(),
  'score:changed': new Set(),
  'leaderboard:changed': new Set(),
  'run:changed': new Set(),
  'operations:changed': new Set(),
  'session:revoked': new Set(),
}

/** Listens to a live event, whether the socket is up yet or not; returns how to stop. */
export function onLive<N extends LiveEventName>(
  name: N,
  listener: (event: LiveEvent<N>) => void,
): () => void {
  const own: Listeners[N] = listeners[name]
  own.add(listener)
  return () => own.delete(listener)
}

/** Tells an event to those who listen to it. */
export function tellListeners<N extends LiveEventName>(name: N, event: LiveEvent<N>): void {
  const own: Listeners[N] = listeners[name]
  for (const listener of [...own]) listener(event)
}
