import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertDueWeeklyTables } from '@called-it/infra/postgres/queries/outlets/weekly-tables'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'

const CHECK_EVERY_MS = 60_000

/** Stores the tables of weeks that are over. */
export function startWeeklyTables({ db, log }: { db: Database; log: Logger }): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    work: async () => insertDueWeeklyTables(db, await getDatabaseTime(db)),
    onError: (error) => log.warn({ err: error }, 'the table of a week could not be stored'),
  })
}
