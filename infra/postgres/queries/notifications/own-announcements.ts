import type { AnnouncementKind, AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { insertJob } from '../work/outbox.ts'
import { insertOwnNotifications, type OwnNotification } from './announcements.ts'

type NewAnnouncement<K extends AnnouncementKind> = {
  kind: K
  showId: number | null
  payload: AnnouncementPayload<K>
}

/** Announces something to these users alone, in the transaction of the change. */
export async function announceToUsers<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { userIds, ...announcement }: NewAnnouncement<K> & { userIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return
  const announcementId = await insertUnsent(trx, announcement)
  await insertJob(trx, 'notify-users', { announcementId, userIds: [...userIds] })
}

/** Inserts an announcement with its notifications. Call it with the lock of notifications. */
export async function insertOwnAnnouncement<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { notifications, ...announcement }: NewAnnouncement<K> & { notifications: readonly OwnNotification[] },
): Promise<void> {
  const id = await insertUnsent(trx, announcement)
  await insertOwnNotifications(trx, { id, kind: announcement.kind }, notifications)
  await markSent(trx, id)
}

/**
 * Inserts the notifications of an announcement to these users, but none for a user who has one of that kind of its
 * show. Call it with the lock of notifications.
 */
export async function notifyOnce(
  trx: DatabaseTransaction,
  { announcementId, userIds }: { announcementId: number; userIds: readonly number[] },
): Promise<void> {
  const kind = await markSent(trx, announcementId)
  if (kind === null) return
  const { rows } = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM unnest(${userIds}::integer[]) AS given(user_id)
    WHERE NOT EXISTS (
      SELECT FROM notifications
        JOIN announcements ON announcements.id = notifications.announcement_id
        JOIN announcements AS given_one ON given_one.id = ${announcementId}
      WHERE notifications.user_id = given.user_id
        AND announcements.kind = given_one.kind AND announcements.show_id = given_one.show_id)`.execute(trx)
  await insertOwnNotifications(
    trx,
    { id: announcementId, kind },
    rows.map(({ userId }) => ({ userId, detail: {} })),
  )
}

async function insertUnsent<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { kind, showId, payload }: NewAnnouncement<K>,
): Promise<number> {
  const { id } = await trx
    .insertInto('announcements')
    .values({ kind, show_id: showId, payload: JSON.stringify(payload) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns its kind; null if it was sent before, or went with its show */
async function markSent(trx: DatabaseTransaction, announcementId: number): Promise<AnnouncementKind | null> {
  const sent = await trx
    .updateTable('announcements')
    .set({ sent_at: sql<Date>`now()` })
    .where('id', '=', announcementId)
    .where('sent_at', 'is', null)
    .returning('kind')
    .executeTakeFirst()
  return sent?.kind ?? null
}
