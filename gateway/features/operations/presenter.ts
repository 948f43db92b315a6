import type {
  OutboxState,
  DeadJob as StoredDeadJob,
} from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import type { QueueWorker, QueueState as ReadQueueState } from '@called-it/infra/queues/queue-states'
import type { DeadJob, OperationsState, QueueState, WorkerState } from '@called-it/shared/contract/operations'

/** @param now milliseconds since 1970, by this machine's clock, which may be behind that of the job */
export function presentQueue(
  { name, waiting, active, failed, oldestWaitingAt }: ReadQueueState,
  now: number,
): QueueState {
  const oldestWaitingMs = oldestWaitingAt === null ? null : Math.max(now - oldestWaitingAt, 0)
  return { name, waiting, active, failed, oldestWaitingMs }
}

export function presentWorker({ name, queues, connectedMs }: QueueWorker): WorkerState {
  return { name, queues, connectedMs }
}

export function presentOutbox({ open, dead, oldestOpenAt, readAt }: OutboxState): OperationsState['outbox'] {
  const oldestOpenMs = oldestOpenAt && Math.max(readAt.getTime() - oldestOpenAt.getTime(), 0)
  return { open, dead, oldestOpenMs }
}

export function presentDeadJob({
  id,
  job,
  runId,
  failures,
  lastError,
  createdAt,
  deadAt,
}: StoredDeadJob): DeadJob {
  return {
    id,
    job,
    runId,
    failures,
    lastError,
    createdAt: createdAt.toISOString(),
    deadAt: deadAt.toISOString(),
  }
}
