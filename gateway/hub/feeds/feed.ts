import type { Telling } from '../audience.ts'
import type { LiveSession } from '../live-socket.ts'

/**
 * Turns "this topic has moved" into events with their data. What it reads is of one snapshot with the
 * topic's version, so that an event never claims a version that its data does not show.
 */
export type Feed = {
  /** Reads how the topic stands and tells those whom it concerns. Where it rejects, it is called again later. */
  tell(): Promise<void>
  /** What somebody (null: a visitor) must hear who missed the topic's events from the version `from` on. */
  retell(listener: LiveSession | null, from: number): Promise<Telling[]>
}
