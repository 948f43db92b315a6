import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import {
  insertReminders,
  listFanHours,
  listRemindedShows,
} from '@called-it/infra/postgres/queries/notifications/reminders'
import { lockNotifications } from '@called-it/infra/postgres/queries/work/locks'
import { topics } from '@called-it/shared/contract/live'
import { dueReminders } from '@called-it/shared/game/reminders'
import { type Loop, startLoop } from './loop.ts'

const CHECK_EVERY_MS = 30_000

type ReminderParts = { db: Database; publisher: LivePublisher }

/** Reminds fans who have not picked a show. Several workers at once remind once. */
export function startPickReminders({ log, ...parts }: ReminderParts & { log: Logger }): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    work: () => remindFans(parts),
    onError: (error) => log.warn({ err: error }, 'the fans without picks could not be reminded'),
  })
}

export async function remindFans({ db, publisher }: ReminderParts): Promise<void> {
  const shows = await listRemindedShows(db)
  const now = shows[0]?.readAt
  if (!now) return
  const locks = new Map(shows.map(({ id, locksAt }) => [id, locksAt]))
  const due = (await listFanHours(db)).flatMap((hours) =>
    dueReminders(shows, hours, now).flatMap(({ showId, kind, day, yieldsTo }) => {
      const locksAt = locks.get(showId)
      return locksAt ? [{ ...hours, showId, kind, day, yieldsTo, locksAt }] : []
    }),
  )
  if (due.length === 0) return
  await changeAndPublish(db, publisher, async (trx, changed) => {
    await lockNotifications(trx)
    if (await insertReminders(trx, due)) changed.add(topics.notifications)
  })
}
