import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { sumAboveExpectation as sumAll } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { tryHoldLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { holdOpenJobForUpdate, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import { isHeldByScoring } from '@called-it/infra/postgres/queries/work/scoring-hold'
import { JobBusyError, type JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'

export function sumAboveExpectation({
  db,
  publisher,
}: {
  db: Database
  publisher: EventPublisher
}): JobHandlers['sum-above-expectation'] {
  return (_, { outboxId }) =>
    changeAndPublish(db, publisher, async (trx, changed) => {
      if ((await isHeldByScoring(trx, outboxId)) || !(await tryHoldLock(trx, 'sums above expectation')))
        throw new JobBusyError()
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      await sumAll(trx)
      changed.add(topics.chances)
      await markJobDone(trx, outboxId)
    })
}
