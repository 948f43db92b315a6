import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Postgres } from '@called-it/infra/postgres/client'
import { insertNotifications } from '@called-it/infra/postgres/queries/notifications/announcements'
import { findUnsentResultForUpdate } from '@called-it/infra/postgres/queries/notifications/results'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import {
  holdOpenJobForUpdate,
  markJobDone,
  updateIdleTimeout,
} from '@called-it/infra/postgres/queries/work/outbox'
import { isHeldByScoring } from '@called-it/infra/postgres/queries/work/scoring-hold'
import { JobBusyError, type JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { notifyOfScores } from './score-notifications.ts'

/** The picks of a million players are read twice on another connection, the first time before anything is inserted. */
const MAX_READING_SECONDS = 60

/** Notifies everybody whom an announcement concerns, once. */
export function sendAnnouncement(
  parts: Pick<Postgres, 'db' | 'pool'> & { publisher: EventPublisher },
): JobHandlers['send-announcement'] {
  return ({ announcementId }, { outboxId }) =>
    changeAndPublish(parts.db, parts.publisher, async (trx, changed) => {
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      await holdLock(trx, 'notifications')
      const result = await findUnsentResultForUpdate(trx, announcementId)
      if (result) {
        if (await isHeldByScoring(trx, outboxId)) throw new JobBusyError()
        await updateIdleTimeout(trx, MAX_READING_SECONDS)
        await notifyOfScores(trx, parts.pool, result)
        // Its page lists corrections.
        if (result.kind === 'score-corrected') changed.add(topics.show(result.showId))
      } else {
        await insertNotifications(trx, announcementId)
      }
      changed.add(topics.notifications)
      await markJobDone(trx, outboxId)
    })
}
