import type { ServerEvent, ServerEventName } from '@called-it/shared/contract/events'

type Listeners = { readonly [N in ServerEventName]: Set<(event: ServerEvent<N>) => void> }

const listeners: Listeners = {
  'config:changed': new Set(),
  'catalogue:changed': new Set(),
  'users:deleted': new Set(),
  'show:changed': new Set(),
  'score:changed': new Set(),
  'notifications:changed': new Set(),
  'notifications:read': new Set(),
  'leaderboard:changed': new Set(),
  'live:changed': new Set(),
  'viewers:changed': new Set(),
  'league:changed': new Set(),
  'league:reacted': new Set(),
  'league:present': new Set(),
  'setlist:changed': new Set(),
  'run:changed': new Set(),
  'operations:changed': new Set(),
  'session:revoked': new Set(),
  'connection:replaced': new Set(),
}

/** Works before the socket is connected, too; returns the unsubscribe function. */
export function onServerEvent<N extends ServerEventName>(
  name: N,
  listener: (event: ServerEvent<N>) => void,
): () => void {
  const ofName: Listeners[N] = listeners[name]
  ofName.add(listener)
  return () => ofName.delete(listener)
}

export function emitServerEvent<N extends ServerEventName>(name: N, event: ServerEvent<N>): void {
  const ofName: Listeners[N] = listeners[name]
  for (const listener of [...ofName]) listener(event)
}
