import type { Serializable } from '../http/handler.ts'
import { type ServerEvent, type ServerEventName, topics } from '@called-it/shared/contract/events'

/** An event to a room; the others go to a socket that is closed. */
type RoomEventName = Exclude<ServerEventName, 'session:revoked' | 'connection:replaced'>

export type OutgoingEvent = {
  [N in RoomEventName]: { readonly name: N; readonly event: Serializable<ServerEvent<N>> }
}[RoomEventName]

/** The topic of an event and the version that it applies to; null where a missed one does not matter. */
export function stepOf({ name, event }: OutgoingEvent): { topic: string; from: number } | null {
  if (name === 'viewers:changed' || name === 'league:reacted' || name === 'league:present') return null
  if (name === 'notifications:read') return { topic: topics.notifications, from: 0 }
  return 'topic' in event ? event : { topic: topics.show(event.showId), from: 0 }
}
