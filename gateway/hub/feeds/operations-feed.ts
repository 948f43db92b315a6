import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/clock'
import { rooms, topics } from '@called-it/shared/contract/live'
import {
  type OperationsParts,
  type OperationsReading,
  readOperations,
} from '../../features/operations/read.ts'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/**
 * The queues, the workers and the outbox, told to admins when something has happened since they were last told. They are
 * told whole, so that a step from 0 leads on from anything; the version is an instant of the database's clock after
 * they were read, so that an answer that was read later is never replaced by them.
 */
export function operationsFeed(parts: OperationsParts, audience: Audience): Feed {
  let told: string | null = null

  async function describe({ state }: OperationsReading): Promise<Telling> {
    const to = (await getDatabaseTime(parts.db)).getTime()
    return { name: 'operations:told', event: { topic: topics.operations, from: 0, to, operations: state } }
  }

  return {
    async tell() {
      if (!audience.isHeard(rooms.admins)) return
      const reading = await readOperations(parts)
      if (reading.fingerprint === told) return
      audience.tell(rooms.admins, await describe(reading))
      told = reading.fingerprint
    },
    retell: async (listener) => (listener?.isAdmin ? [await describe(await readOperations(parts))] : []),
  }
}
