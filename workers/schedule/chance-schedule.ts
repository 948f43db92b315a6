import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertChanceRunIfDue } from '@called-it/infra/postgres/queries/chances/due-chances'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'

/** Fans wait for it: after an import, for the pause that another may follow in, and for this. */
const CHECK_EVERY_MS = 15_000

/** Enqueues the run that makes chances, whatever changed what they follow from: an import, a correction, the time. */
export function startChanceSchedule({ db, log }: { db: Database; log: Logger }): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    work: () => insertChanceRunIfDue(db),
    onError: (error) => log.warn({ err: error }, 'the chances that are due could not be read'),
  })
}
