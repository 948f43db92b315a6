import type { Database } from '@called-it/infra/postgres/client'
import {
  findFailingJob,
  getOutboxState,
  listDeadJobs,
} from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import type { OperationsState } from '@called-it/shared/contract/operations'
import type { Serializable } from '../../http/handler.ts'

export type OperationsParts = { readonly db: Database; readonly queues: Pick<QueueReader, 'workers'> }

export type OperationsReading = {
  state: Serializable<OperationsState>
  /** By the database's clock, before anything was read. */
  startedAt: Date
  /** Changes with every event, but not with time alone. */
  fingerprint: string
}

const MAX_DEAD_JOBS = 20
/** A single failure is made up for by the next attempt. */
const MIN_CHANCE_FAILURES = 2
const REDIS_TROUBLE = 'Redis does not respond. New work waits in the outbox until it is back.'

export async function readOperations({ db, queues }: OperationsParts): Promise<OperationsReading> {
  const { readAt, oldestOpenAt, open, dead } = await getOutboxState(db)
  const [deadJobs, chances, workers] = await Promise.all([
    listDeadJobs(db, MAX_DEAD_JOBS),
    findFailingJob(db, 'update-chances', MIN_CHANCE_FAILURES),
    queues.workers(),
  ])
  const oldestOpenMs = oldestOpenAt && Math.max(readAt.getTime() - oldestOpenAt.getTime(), 0)
  return {
    state: {
      queues: null,
      workers: workers?.map(({ connections: _, ...worker }) => worker) ?? null,
      redisTrouble: workers ? null : REDIS_TROUBLE,
      chanceTrouble:
        chances &&
        `The chances of songs could not be made ${chances.failures} times: ${chances.lastError ?? 'the worker died'}`,
      outbox: { open, dead, oldestOpenMs },
      deadJobs,
    },
    startedAt: readAt,
    fingerprint: JSON.stringify([
      workers?.map(({ name, connections }) => [name, connections]),
      [open, dead, oldestOpenAt],
      deadJobs.map(({ id, deadAt }) => [id, deadAt]),
      chances,
    ]),
  }
}
