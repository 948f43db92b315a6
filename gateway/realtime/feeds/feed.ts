import type { SocketSession } from '../../auth/session.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'

/**
 * Publishes the events of a topic that has changed. It reads data and version in one snapshot, so that an event never
 * claims a version that its data does not show.
 */
export type Feed = {
  /** Reads the topic and emits its events. The caller retries when it rejects. */
  publish(): Promise<void>
  /** Events for a socket that missed the topic's events since version `from`; `session` is null for a visitor. */
  eventsSince(session: SocketSession | null, from: number): Promise<OutgoingEvent[]>
}

/** The sockets of this gateway, as feeds see them. */
export type Audience = {
  /** Sends an event to every socket in a room at the end of this tick. */
  emit(room: string, event: OutgoingEvent): void
  hasSockets(room: string): boolean
  /** The users connected to this gateway, each once. */
  userIds(): number[]
}
