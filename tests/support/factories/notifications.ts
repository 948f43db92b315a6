import type { Database } from '@called-it/infra/postgres/client'
import {
  insertNotifications,
  insertOwnNotifications,
} from '@called-it/infra/postgres/queries/notifications/announcements'
import { storeChoices } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import {
  type PushSubscription as Device,
  storePushSubscription,
} from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import type { AnnouncementsTable, NotificationsTable } from '@called-it/infra/postgres/schema/announcements'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { CHANNELS, type Channel } from '@called-it/shared/notifications/channels'
import type { Insertable, Selectable } from 'kysely'
import { makeShow } from './catalogue.ts'

/** A notice of the admins that was sent, unless the test says another. */
export async function makeAnnouncement(
  db: Database,
  given: Partial<Insertable<AnnouncementsTable>> = {},
): Promise<Selectable<AnnouncementsTable>> {
  const payload = JSON.stringify({ text: 'Hello' })
  return db
    .insertInto('announcements')
    .values({ kind: 'admin-notice', payload, sent_at: new Date(), ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeNotification(
  db: Database,
  given: Insertable<NotificationsTable>,
): Promise<Selectable<NotificationsTable>> {
  return db.insertInto('notifications').values(given).returningAll().executeTakeFirstOrThrow()
}

/** A notice to all who want it, which is still to be sent. */
export async function notifyAll(
  db: Database,
  given: Partial<Insertable<AnnouncementsTable>> = {},
): Promise<void> {
  const { id } = await makeAnnouncement(db, { sent_at: null, ...given })
  await db.transaction().execute((trx) => insertNotifications(trx, id))
}

export async function remindOfNewShow(
  db: Database,
  userIds: readonly number[],
  locksAt: Date,
): Promise<void> {
  const kind = 'pick-reminder'
  const { id: show_id } = await makeShow(db, { locks_at: locksAt })
  const payload = JSON.stringify({ locks_at: locksAt.toISOString() })
  const { id } = await makeAnnouncement(db, { kind, show_id, payload })
  const reminders = userIds.map((userId) => ({ userId, detail: {} }))
  await db.transaction().execute((trx) => insertOwnNotifications(trx, { id, kind }, reminders))
}

export type Wishes = Partial<Record<Channel, boolean>>

/** How a fan wants these news; the rest stays as it is for everybody. */
export async function makeWishes(
  db: Database,
  userId: number,
  { kinds, wishes, devices = [] }: { kinds: readonly AnnouncementKind[]; wishes: Wishes; devices?: Device[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const device of devices) await storePushSubscription(trx, userId, { ...device, max: 10 })
    for (const kind of kinds) {
      for (const channel of CHANNELS) {
        const isOn = wishes[channel]
        if (isOn !== undefined) await storeChoices(trx, userId, [{ kind, channel, is_on: isOn }])
      }
    }
  })
}
