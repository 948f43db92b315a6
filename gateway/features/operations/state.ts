import type { Database } from '@called-it/infra/postgres/client'
import {
  findFailingJob,
  getOutboxState,
  listDeadJobs,
} from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import type { OperationsState } from '@called-it/shared/contract/operations'
import { presentDeadJob, presentOutbox, presentQueue, presentWorker } from './presenter.ts'

export type OperationsParts = { readonly db: Database; readonly queues: Pick<QueueReader, 'read'> }

export type OperationsReading = {
  state: OperationsState
  /** By the database's clock, before anything was read. */
  startedAt: Date
  /** Changes with every event, also when the state returns to an earlier one, but not with time alone. */
  fingerprint: string
}

const MAX_DEAD_JOBS = 20
/** A single failure is made up for by the next attempt. */
const MIN_CHANCE_FAILURES = 2
const REDIS_TROUBLE = 'Redis does not respond. New work waits in the outbox until it is back.'

export async function readOperations({ db, queues }: OperationsParts): Promise<OperationsReading> {
  const outbox = await getOutboxState(db)
  const [deadJobs, chances, redis] = await Promise.all([
    listDeadJobs(db, MAX_DEAD_JOBS),
    findFailingJob(db, 'update-chances', MIN_CHANCE_FAILURES),
    queues.read(),
  ])
  const now = Date.now()
  return {
    state: {
      queues: redis?.queues.map((queue) => presentQueue(queue, now)) ?? null,
      workers: redis?.workers.map(presentWorker) ?? null,
      redisTrouble: redis ? null : REDIS_TROUBLE,
      chanceTrouble:
        chances &&
        `The chances of songs could not be made ${chances.failures} times: ${chances.lastError ?? 'the worker died'}`,
      outbox: presentOutbox(outbox),
      deadJobs: deadJobs.map(presentDeadJob),
    },
    startedAt: outbox.readAt,
    fingerprint: JSON.stringify([
      redis && [redis.queues, redis.workers.map(({ name, connections }) => [name, connections])],
      [outbox.open, outbox.dead, outbox.oldestOpenAt],
      deadJobs.map(({ id, deadAt }) => [id, deadAt]),
      chances,
    ]),
  }
}
