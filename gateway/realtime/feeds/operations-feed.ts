import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { rooms, topics } from '@called-it/shared/contract/events'
import {
  type OperationsParts,
  type OperationsReading,
  readOperations,
} from '../../features/operations/state.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes the complete state of workers and outbox to admins when it has changed, as a step from 0. Its
 * version is the database's time after the read, so it never replaces a response that was read later.
 */
export function operationsFeed(parts: OperationsParts, audience: Audience): Feed {
  let published: string | null = null

  async function toEvent({ state }: OperationsReading): Promise<OutgoingEvent> {
    const to = (await getDatabaseTime(parts.db)).getTime()
    return {
      name: 'operations:changed',
      event: { topic: topics.operations, from: 0, to, operations: state },
    }
  }

  return {
    async publish() {
      if (!audience.hasSockets(rooms.admins)) return
      const reading = await readOperations(parts)
      if (reading.fingerprint === published) return
      audience.emit(rooms.admins, await toEvent(reading))
      published = reading.fingerprint
    },
    eventsSince: async (session) => (session?.isAdmin ? [await toEvent(await readOperations(parts))] : []),
  }
}
