import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertSweepIfDue } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'

const CHECK_EVERY_MS = 15_000

/** Enqueues the sweep once a minute over all workers. A schedule in Redis could be lost. */
export function startSweepSchedule({ db, log }: { db: Database; log: Logger }): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    work: () => insertSweepIfDue(db),
    onError: (error) => log.warn({ err: error }, 'the sweep could not be enqueued'),
  })
}
