import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertSweepIfDue } from '@called-it/infra/postgres/queries/work/outbox-maintenance'

const LOOK_MS = 15_000

export type Schedule = { stop(): Promise<void> }

/**
 * Sees to it that the sweep is ordered once a minute. Every worker asks, and the database decides: a schedule
 * in Redis would be forgotten whenever Redis is emptied.
 */
export function startSchedule({ db, log }: { db: Database; log: Logger }): Schedule {
  let asking: Promise<void> = ask()

  async function ask(): Promise<void> {
    try {
      await insertSweepIfDue(db)
    } catch (error) {
      log.warn({ err: error }, 'the sweep could not be ordered')
    }
  }

  const timer = setInterval(() => {
    asking = asking.then(ask)
  }, LOOK_MS)

  return {
    async stop() {
      clearInterval(timer)
      await asking
    },
  }
}
