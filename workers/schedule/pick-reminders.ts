import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { listQuietHours } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import {
  type DueReminder,
  insertReminders,
  listRemindedShows,
} from '@called-it/infra/postgres/queries/notifications/reminders'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'
import { topics } from '@called-it/shared/contract/events'
import { dueReminders, type RemindedShow } from '@called-it/shared/game/reminders'

const CHECK_EVERY_MS = 30_000

type ReminderParts = { db: Database; publisher: EventPublisher }

/** Reminds users without picks. */
export function startPickReminders({ log, ...parts }: ReminderParts & { log: Logger }): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    work: () => remindOfPicks(parts),
    onError: (error) => log.warn({ err: error }, 'the reminders that are due could not be inserted'),
  })
}

/** Several workers may call it at once. */
export async function remindOfPicks({ db, publisher }: ReminderParts): Promise<void> {
  if ((await listDue(db)).due.length === 0) return
  await changeAndPublish(db, publisher, async (trx, changed) => {
    await holdLock(trx, 'notifications')
    // It may have waited for a minute.
    const { due, shows } = await listDue(trx)
    if (await insertReminders(trx, due, shows)) changed.add(topics.notifications)
  })
}

async function listDue(db: Database): Promise<{ due: DueReminder[]; shows: readonly RemindedShow[] }> {
  const shows = await listRemindedShows(db)
  const [first] = shows
  if (!first) return { due: [], shows }
  const due = (await listQuietHours(db)).flatMap((hours) =>
    dueReminders(shows, hours, first.readAt).map(({ showId, kind, day, yieldsTo }) => ({
      ...hours,
      showId,
      kind,
      day,
      yieldsTo,
    })),
  )
  return { due, shows }
}
