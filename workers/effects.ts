import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { lockOpenJob, markJobDone, updateIdleTimeout } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobContext } from '@called-it/infra/queues/worker'

/** More than a mail server is given for a mail. */
const LONGEST_EFFECT_SECONDS = 45

/**
 * Makes the effect of a short job once, however often the job is delivered: one transaction locks the
 * outbox row, stops where it is done, makes the effect and marks it done. An effect that throws is tried
 * again later. Long work never holds this lock: it is a run.
 */
export async function performEffect(
  db: Database,
  { outboxId }: JobContext,
  effect: (trx: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockOpenJob(trx, outboxId))) return
    await updateIdleTimeout(trx, LONGEST_EFFECT_SECONDS)
    await effect(trx)
    await markJobDone(trx, outboxId)
  })
}
