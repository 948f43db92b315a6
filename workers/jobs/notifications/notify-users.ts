import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { notifyOnce } from '@called-it/infra/postgres/queries/notifications/announcements'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { holdOpenJobForUpdate, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'

/** Notifies the users for whom an announcement is, once. */
export function notifyUsers({
  db,
  publisher,
}: {
  db: Database
  publisher: EventPublisher
}): JobHandlers['notify-users'] {
  return (announced, { outboxId }) =>
    changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      await holdLock(trx, 'notifications')
      await notifyOnce(trx, announced)
      changed.add(topics.notifications)
      await markJobDone(trx, outboxId)
    })
}
