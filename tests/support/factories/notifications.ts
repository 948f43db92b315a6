import type { Database } from '@called-it/infra/postgres/client'
import type { AnnouncementsTable, NotificationsTable } from '@called-it/infra/postgres/schema/announcements'
import type { Insertable, Selectable } from 'kysely'

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
