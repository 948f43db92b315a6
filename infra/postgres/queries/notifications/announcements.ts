import type { AnnouncementKind, AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { type Insertable, sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import type { AnnouncementsTable } from '../../schema/announcements.ts'
import { insertJob } from '../work/outbox.ts'
import { insertMessages } from './insert-messages.ts'

/** Tells something, in the transaction of the change: a show's to those who picked it, anything else to all users. */
export async function insertAnnouncement<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { kind, showId, payload }: { kind: K; showId: number | null; payload: AnnouncementPayload<K> },
): Promise<void> {
  await storeAnnouncement(trx, { kind, show_id: showId, payload: JSON.stringify(payload) })
}

/** With the job that sends it. */
export async function storeAnnouncement(
  trx: DatabaseTransaction,
  announcement: Insertable<AnnouncementsTable>,
): Promise<void> {
  const { id } = await trx
    .insertInto('announcements')
    .values(announcement)
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertJob(trx, 'send-announcement', { announcementId: id })
}

/** Inserts a notification for each user whom an announcement concerns; nothing if that was done before. */
export async function insertNotifications(trx: DatabaseTransaction, announcementId: number): Promise<void> {
  const sent = await trx
    .updateTable('announcements')
    .set({ sent_at: sql<Date>`now()` })
    .where('id', '=', announcementId)
    .where('sent_at', 'is', null)
    .returning(['kind', 'show_id'])
    .executeTakeFirst()
  if (!sent) return
  // Not in one statement: with OR all users are read for a show that one has picked.
  const isConcerned =
    sent.show_id === null
      ? sql`true`
      : sql`users.id IN (SELECT user_id FROM predictions WHERE show_id = ${sent.show_id})`
  const recipients = sql`
    SELECT users.id AS user_id, ${announcementId}::integer AS announcement_id, NULL::jsonb AS detail
    FROM users
    WHERE users.deleted_at IS NULL AND ${isConcerned}`
  await insertMessages(trx, sent.kind, recipients)
}

export type OwnNotification = { userId: number; detail: Record<string, unknown> }

/** Inserts notifications that each have their own detail; none for a user who was deleted. */
export async function insertOwnNotifications(
  trx: DatabaseTransaction,
  { id, kind }: { id: number; kind: AnnouncementKind },
  notifications: readonly OwnNotification[],
): Promise<void> {
  const userIds = notifications.map(({ userId }) => userId)
  // As one text: an array of texts takes a third longer.
  const details = JSON.stringify(notifications.map(({ detail }) => detail))
  const recipients = sql`
    SELECT users.id AS user_id, ${id}::integer AS announcement_id, own.detail
    FROM ROWS FROM (unnest(${userIds}::integer[]), jsonb_array_elements(${details}::jsonb)) AS own (user_id, detail)
      JOIN users ON users.id = own.user_id
    WHERE users.deleted_at IS NULL`
  await insertMessages(trx, kind, recipients)
}
