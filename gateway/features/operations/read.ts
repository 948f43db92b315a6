import type { Database } from '@called-it/infra/postgres/client'
import { getOutboxState, listDeadJobs } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import type { OperationsState } from '@called-it/shared/contract/operations'
import { presentDeadJob, presentOutbox, presentQueue, presentWorker } from './presenter.ts'

export type OperationsParts = { readonly db: Database; readonly queues: Pick<QueueReader, 'read'> }

export type OperationsReading = {
  state: OperationsState
  /** An instant of the database's clock before anything was read. */
  beganAt: Date
  /**
   * Another one after each thing that has happened, also where the state is the same again: somebody may have read it
   * in between. Not after time has passed alone.
   */
  fingerprint: string
}

/** As many jobs that were given up as anybody looks through; the outbox tells how many there are. */
const MOST_DEAD_JOBS = 20
const REDIS_TROUBLE = 'Redis does not answer. What is ordered waits in the outbox until it is back.'

/** Reads how the work behind the pages gets on: the outbox from Postgres, queues and workers from Redis. */
export async function readOperations({ db, queues }: OperationsParts): Promise<OperationsReading> {
  const outbox = await getOutboxState(db)
  const [deadJobs, inRedis] = await Promise.all([listDeadJobs(db, MOST_DEAD_JOBS), queues.read()])
  const now = Date.now()
  return {
    state: {
      queues: inRedis?.queues.map((queue) => presentQueue(queue, now)) ?? null,
      workers: inRedis?.workers.map(presentWorker) ?? null,
      redisTrouble: inRedis ? null : REDIS_TROUBLE,
      outbox: presentOutbox(outbox),
      deadJobs: deadJobs.map(presentDeadJob),
    },
    beganAt: outbox.readAt,
    fingerprint: JSON.stringify([
      inRedis && [inRedis.queues, inRedis.workers.map(({ name, connections }) => [name, connections])],
      [outbox.open, outbox.dead, outbox.oldestOpenAt],
      deadJobs.map(({ id, deadAt }) => [id, deadAt]),
    ]),
  }
}
