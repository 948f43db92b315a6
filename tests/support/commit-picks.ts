import { noPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { commitPicks } from '@called-it/workers/jobs/locks/commit-picks'

/** As the workers do it at the lock; for a show that was locked. */
export async function commitPicksOf(db: Database, showId: number): Promise<void> {
  await putFact(db, 'roots-since', '2020-01-01T00:00:00Z')
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'commit-picks', { showId }))
  await commitPicks({ db, publisher: noPublisher })({ showId }, { outboxId, attempt: 1 })
}
