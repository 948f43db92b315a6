import type { AnnouncementKind, AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { type Insertable, sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import type { AnnouncementsTable } from '../../schema/announcements.ts'
import { insertJob, insertJobs } from '../work/outbox.ts'
import { insertMessages } from './insert-messages.ts'

type NewAnnouncement<K extends AnnouncementKind> = {
  kind: K
  showId: number | null
  payload: AnnouncementPayload<K>
}

/** Tells something, in the transaction of the change: a show's to those who picked it, anything else to all users. */
export async function insertAnnouncement<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  announcement: NewAnnouncement<K>,
): Promise<void> {
  await storeAnnouncement(trx, toRow(announcement))
}

function toRow<K extends AnnouncementKind>({ kind, showId, payload }: NewAnnouncement<K>) {
  return { kind, show_id: showId, payload: JSON.stringify(payload) }
}

/** With the job that sends it. */
export async function storeAnnouncement(
  trx: DatabaseTransaction,
  announcement: Insertable<AnnouncementsTable>,
): Promise<void> {
  const announcementId = await insertRow(trx, announcement)
  await insertJob(trx, 'send-announcement', { announcementId })
}

async function insertRow(
  trx: DatabaseTransaction,
  announcement: Insertable<AnnouncementsTable>,
): Promise<number> {
  const { id } = await trx
    .insertInto('announcements')
    .values(announcement)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a notification for each user whom an announcement concerns; nothing if that was done before. */
export async function insertNotifications(trx: DatabaseTransaction, announcementId: number): Promise<void> {
  const sent = await markSent(trx, announcementId)
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

/** Announces something to these users alone, in the transaction of the change. */
export async function announceToUsers<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { userIds, ...announcement }: NewAnnouncement<K> & { userIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return
  const announcementId = await insertRow(trx, toRow(announcement))
  await insertJob(trx, 'notify-users', { announcementId, userIds: [...userIds] })
}

/** Inserts an announcement with its notifications. Call it with the lock of notifications. */
export async function insertOwnAnnouncement<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  { notifications, ...announcement }: NewAnnouncement<K> & { notifications: readonly OwnNotification[] },
): Promise<void> {
  const id = await insertRow(trx, toRow(announcement))
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
  const sent = await markSent(trx, announcementId)
  if (!sent) return
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
    { id: announcementId, kind: sent.kind },
    rows.map(({ userId }) => ({ userId, detail: {} })),
  )
}

/** @returns undefined if it was sent before, or went with its show */
async function markSent(trx: DatabaseTransaction, announcementId: number) {
  return trx
    .updateTable('announcements')
    .set({ sent_at: sql<Date>`now()` })
    .where('id', '=', announcementId)
    .where('sent_at', 'is', null)
    .returning(['kind', 'show_id'])
    .executeTakeFirst()
}

/** A lock that moves by less is the same for fans. */
const MIN_MOVE_MS = 60_000

/** Announces changes of shows to those who have picked them, unless that is what they were told last. */
export async function announceToPlayers<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  announcements: readonly { kind: K; showId: number; payload: AnnouncementPayload<K> }[],
): Promise<void> {
  if (announcements.length === 0) return
  const { rows } = await sql<{ announcementId: number }>`
    INSERT INTO announcements (kind, show_id, payload)
    SELECT given.kind, given."showId", given.payload
    FROM jsonb_to_recordset(${JSON.stringify(announcements)}::jsonb) AS given(kind text, "showId" integer, payload jsonb)
      LEFT JOIN LATERAL (
        SELECT kind, payload FROM announcements
        -- These go to some fans alone.
        WHERE show_id = given."showId" AND kind NOT IN ('pick-reminder', 'you-lead')
        ORDER BY id DESC LIMIT 1
      ) AS newest ON true
    WHERE EXISTS (SELECT FROM predictions WHERE show_id = given."showId")
      AND (newest.kind, newest.payload) IS DISTINCT FROM (given.kind, given.payload)
    RETURNING id AS "announcementId"`.execute(trx)
  await insertJobs(trx, 'send-announcement', rows)
}

export type MovedLock = { showId: number; from: Date; to: Date; isPast: boolean }

/**
 * Announces that the picks of shows close at another time, if that has not passed. A move that is not sent yet is
 * replaced: of a lock that moves back at once nobody is told. Call it with the locked shows.
 */
export async function announceLocks(trx: DatabaseTransaction, moves: readonly MovedLock[]): Promise<void> {
  if (moves.length === 0) return
  // One that is being sent is not waited for: saves of these shows would wait, too.
  const { rows } = await sql<{ showId: number; from: Date }>`
    DELETE FROM announcements WHERE id IN (
      SELECT id FROM announcements
      WHERE show_id = ANY(${moves.map(({ showId }) => showId)}::integer[]) AND kind = 'lock-moved' AND sent_at IS NULL
      FOR UPDATE SKIP LOCKED)
    RETURNING show_id AS "showId", (payload ->> 'from')::timestamptz AS "from"`.execute(trx)
  const unsent = new Map(rows.map(({ showId, from }) => [showId, from]))
  const announcements = moves.flatMap(({ showId, from, to, isPast }) => {
    const known = unsent.get(showId) ?? from
    if (isPast || Math.abs(to.getTime() - known.getTime()) < MIN_MOVE_MS) return []
    const payload = { from: known.toISOString(), to: to.toISOString() }
    return [{ kind: 'lock-moved' as const, showId, payload }]
  })
  await announceToPlayers(trx, announcements)
}
