import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertSweepIfDue } from '@called-it/infra/postgres/queries/work/outbox-maintenance'

const CHECK_EVERY_MS = 15_000

export type SweepSchedule = { stop(): Promise<void> }

/** Enqueues the sweep once a minute over all workers. A schedule in Redis could be lost. */
export function startSweepSchedule({ db, log }: { db: Database; log: Logger }): SweepSchedule {
  let checking: Promise<void> = check()

  async function check(): Promise<void> {
    try {
      await insertSweepIfDue(db)
    } catch (error) {
      log.warn({ err: error }, 'the sweep could not be enqueued')
    }
  }

  const timer = setInterval(() => {
    checking = checking.then(check)
  }, CHECK_EVERY_MS)

  return {
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
