import { NOTIFICATION_LIMITS, type Notification } from '@called-it/shared/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'

/** What a user is shown: the newest, if nothing has deleted their announcement. */
const shownTo = (userId: RawBuilder<number>) => sql`
  SELECT notifications.id, notifications.detail, notifications.created_at, notifications.read_at,
    announcements.kind, announcements.payload, announcements.show_id
  FROM notifications JOIN announcements ON announcements.id = notifications.announcement_id
  WHERE notifications.user_id = ${userId} AND notifications.on_page
    AND notifications.created_at > now() - make_interval(days => ${NOTIFICATION_LIMITS.days})
  ORDER BY notifications.id DESC
  LIMIT ${NOTIFICATION_LIMITS.count}`

/** How many of the shown ones are unread. */
export const unreadOf = (userId: RawBuilder<number>) => sql`
  (SELECT count(*) FROM (${shownTo(userId)}) AS shown WHERE shown.read_at IS NULL)`

const VERSION = sql`coalesce((SELECT version FROM topic_versions WHERE topic = 'notifications'), 0)`

type ListedNotification = Omit<Notification, 'at'> & { at: Date }

/** Newest first. @param before null: from the newest */
export async function listNotifications(
  db: Database,
  userId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedNotification[]> {
  const { rows } = await sql<ListedNotification>`
    SELECT shown.id, shown.kind, shown.created_at AS at, shown.read_at IS NOT NULL AS is_read,
      CASE WHEN shows.id IS NOT NULL
        THEN json_build_object('id', shows.id, 'date', shows.showdate, 'venue', shows.venue) END AS show,
      shown.payload || coalesce(shown.detail, '{}') AS content
    FROM (${shownTo(sql`${userId}`)}) AS shown LEFT JOIN shows ON shows.id = shown.show_id
    WHERE ${before}::bigint IS NULL OR shown.id < ${before}
    ORDER BY shown.id DESC
    LIMIT ${limit}`.execute(db)
  return rows
}

/** The version is that of the topic `notifications` to which the count belongs. */
export type Unread = { unread: number; version: number }

export async function countUnread(db: Database, userId: number): Promise<Unread> {
  const { rows } = await sql<Unread>`
    SELECT ${unreadOf(sql`${userId}`)} AS unread, ${VERSION} AS version`.execute(db)
  return rows[0] ?? { unread: 0, version: 0 }
}

/** Those of the users who have notifications after the one with this id, with the newest of each. */
export async function listUsersNotified(
  db: Database,
  userIds: readonly number[],
  after: number,
): Promise<(Unread & { userId: number; newest: number })[]> {
  const { rows } = await sql<Unread & { userId: number; newest: number }>`
    SELECT notified.user_id AS "userId", notified.newest, ${unreadOf(sql`notified.user_id`)} AS unread,
      ${VERSION} AS version
    FROM (
      SELECT user_id, max(id) AS newest FROM notifications
      WHERE user_id = ANY(${userIds}::integer[]) AND id > ${after} AND on_page
      GROUP BY user_id
    ) AS notified`.execute(db)
  return rows
}

/** @returns whether anything was unread */
export async function markRead(
  db: Database,
  userId: number,
  which: { id: number } | { until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('id', '<=', which.until)))
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The sweep runs every minute. If it misses the time of an announcement, that of the next one does. */
const DUE_MINUTES = 10

/** Their jobs are given up after a day. */
const MESSAGE_DAYS = 7

/**
 * Deletes old notifications and messages, all but the newest notifications of each user, and what was inserted while a
 * profile was deleted. Only after an announcement was sent or became too old: 2,000,000 rows take 0.3 s.
 */
export async function deleteExpiredNotifications(db: Database): Promise<number> {
  if (!(await isDeletionDue(db))) return 0
  const { count, days } = NOTIFICATION_LIMITS
  const deletions = [
    sql`DELETE FROM notifications WHERE created_at < now() - make_interval(days => ${days})`,
    sql`
      DELETE FROM notifications USING users
      WHERE users.id = notifications.user_id AND users.deleted_at IS NOT NULL`,
    sql`DELETE FROM messages WHERE created_at < now() - make_interval(days => ${MESSAGE_DAYS})`,
    sql`
      DELETE FROM messages USING users WHERE users.id = messages.user_id AND users.deleted_at IS NOT NULL`,
    sql`
      WITH full_lists AS (SELECT user_id FROM notifications GROUP BY user_id HAVING count(*) > ${count})
      DELETE FROM notifications USING full_lists, LATERAL (
        SELECT id FROM notifications AS newest
        WHERE newest.user_id = full_lists.user_id
        ORDER BY id DESC OFFSET ${count - 1} LIMIT 1
      ) AS oldest
      WHERE notifications.user_id = full_lists.user_id AND notifications.id < oldest.id`,
  ]
  let deleted = 0
  for (const deletion of deletions) deleted += Number((await deletion.execute(db)).numAffectedRows ?? 0)
  return deleted
}

async function isDeletionDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (
      SELECT FROM announcements, (VALUES (0), (${NOTIFICATION_LIMITS.days}::integer)) AS ages (days)
      WHERE sent_at + make_interval(days => ages.days)
        BETWEEN now() - make_interval(mins => ${DUE_MINUTES}) AND now()
    ) AS due`.execute(db)
  return rows[0]?.due ?? false
}
