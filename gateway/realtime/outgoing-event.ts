import { type ServerEvent, type ServerEventName, topics } from '@called-it/shared/contract/events'
import type { Serializable } from '../http/handler.ts'

/** An event to a room; the others go to a socket that is closed. */
type RoomEventName = Exclude<ServerEventName, 'session:revoked' | 'connection:replaced'>

/** Runs and the state of operations are sent as the database has them. */
type WithRows<Event> = {
  [Field in keyof Event]: Field extends 'runs' | 'operations' ? Serializable<Event[Field]> : Event[Field]
}

export type OutgoingEvent = {
  [N in RoomEventName]: { readonly name: N; readonly event: WithRows<ServerEvent<N>> }
}[RoomEventName]

/** The topic of an event and the version that it applies to; null where a missed one does not matter. */
export function stepOf({ name, event }: OutgoingEvent): { topic: string; from: number } | null {
  if (name === 'viewers:changed' || name === 'league:reacted' || name === 'league:present') return null
  if (name === 'notifications:read') return { topic: topics.notifications, from: 0 }
  return 'topic' in event ? event : { topic: topics.show(event.showId), from: 0 }
}
