import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import {
  holdOpenJobForUpdate,
  markJobDone,
  updateIdleTimeout,
} from '@called-it/infra/postgres/queries/work/outbox'
import type { JobContext } from '@called-it/infra/queues/worker'

/** Longer than the mailer's timeout. */
const MAX_EFFECT_SECONDS = 45

/**
 * Performs the effect of a short job once, however often the job is delivered: one transaction locks the
 * outbox row, returns if the job is done, performs the effect and marks the job done. An effect that throws is
 * retried later. Long work must not hold this lock: it is a run.
 */
export async function performEffect(
  db: Database,
  { outboxId }: JobContext,
  effect: (trx: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await holdOpenJobForUpdate(trx, outboxId))) return
    await updateIdleTimeout(trx, MAX_EFFECT_SECONDS)
    await effect(trx)
    await markJobDone(trx, outboxId)
  })
}
