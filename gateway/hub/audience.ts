import { type LiveEvent, type LiveEventName, topics } from '@called-it/shared/contract/live'

/** An event with its name: what a socket is told. */
export type Telling = {
  [N in LiveEventName]: { readonly name: N; readonly event: LiveEvent<N> }
}[LiveEventName]

/** Those who are connected to this gateway, as feeds know them: by rooms, not by sockets. */
export type Audience = {
  /** Tells everybody in a room, at the end of this tick. */
  tell(room: string, telling: Telling): void
  /** Whether anybody here is in a room. */
  isHeard(room: string): boolean
  /** The fans who are connected, each once. */
  fans(): number[]
}

/** The topic that an event belongs to, and the version that it leads on from; null where it has none. */
export function stepOf({ event }: Telling): { topic: string; from: number } | null {
  if ('topic' in event) return event
  return 'showId' in event ? { topic: topics.show(event.showId), from: 0 } : null
}
