import type { Database } from '@called-it/infra/postgres/client'
import { lockOpenJob, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'

export function sumAboveExpectation({ db }: { db: Database }): JobHandlers['sum-above-expectation'] {
  return (_, { outboxId }) =>
    db.transaction().execute(async (trx) => {
      if (await lockOpenJob(trx, outboxId)) await markJobDone(trx, outboxId)
    })
}
