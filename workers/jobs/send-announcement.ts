import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertNotifications } from '@called-it/infra/postgres/queries/notifications/announcements'
import { lockNotifications } from '@called-it/infra/postgres/queries/work/locks'
import { lockOpenJob, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/live'

/** Notifies everybody whom an announcement concerns, once. */
export function sendAnnouncement(parts: {
  db: Database
  publisher: LivePublisher
}): JobHandlers['send-announcement'] {
  return ({ announcementId }, { outboxId }) =>
    changeAndPublish(parts.db, parts.publisher, async (trx, changed) => {
      if (!(await lockOpenJob(trx, outboxId))) return
      await lockNotifications(trx)
      await insertNotifications(trx, announcementId)
      changed.add(topics.notifications)
      await markJobDone(trx, outboxId)
    })
}
