import { NOTIFICATION_LIMITS } from '@called-it/shared/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** The sweep runs every minute. If it misses the time of an announcement, that of the next one does. */
const DUE_MINUTES = 10

/** Their jobs are given up after a day. */
const MESSAGE_DAYS = 7

/**
 * Deletes old notifications and messages, all but the newest notifications of each user, and what was inserted while a
 * profile was deleted. Only after an announcement was sent or became too old: 2,000,000 rows take 0.3 s.
 */
export async function deleteExpiredNotifications(db: Database): Promise<number> {
  if (!(await isDue(db))) return 0
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

async function isDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (
      SELECT FROM announcements, (VALUES (0), (${NOTIFICATION_LIMITS.days}::integer)) AS ages (days)
      WHERE sent_at + make_interval(days => ages.days)
        BETWEEN now() - make_interval(mins => ${DUE_MINUTES}) AND now()
    ) AS due`.execute(db)
  return rows[0]?.due ?? false
}
