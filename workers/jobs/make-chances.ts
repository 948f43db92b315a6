import type { Database } from '@called-it/infra/postgres/client'
import { lockOpenJob, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'

export function makeChances({ db }: { db: Database }): JobHandlers['make-chances'] {
  return (_, { outboxId }) =>
    db.transaction().execute(async (trx) => {
      if (await lockOpenJob(trx, outboxId)) await markJobDone(trx, outboxId)
    })
}
