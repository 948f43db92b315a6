import {
  REMINDED_BEFORE_LOCK_MS,
  type RemindedShow,
  type ReminderKind,
} from '@called-it/shared/game/reminders'
import { QUIET_HOURS } from '@called-it/shared/notifications/channels'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { TAKES_PICKS } from '../catalogue/shows.ts'
import { insertOwnAnnouncement } from './own-announcements.ts'

/** Shows whose reminders may be due, with the database's time. */
export async function listRemindedShows(db: Database): Promise<(RemindedShow & { readAt: Date })[]> {
  const { rows } = await sql<RemindedShow & { readAt: Date }>`
    SELECT id, locks_at AS "locksAt", time_zone AS "timeZone", now() AS "readAt"
    FROM shows
    WHERE vanished_at IS NULL AND ${TAKES_PICKS}
      AND locks_at < now() + make_interval(secs => ${REMINDED_BEFORE_LOCK_MS / 1_000})`.execute(db)
  return rows
}

export type FanHours = { timeZone: string | null; quietFrom: number; quietUntil: number }

/** Users who get reminders: those with a device, unless they turned its reminders off, and those who want mails. */
const REMINDED = sql`
  SELECT user_id FROM push_subscriptions
  WHERE NOT EXISTS (
    SELECT FROM notification_choices AS choices
    WHERE choices.user_id = push_subscriptions.user_id AND kind = 'pick-reminder' AND channel = 'push' AND NOT is_on)
  UNION
  SELECT user_id FROM notification_choices JOIN users ON users.id = user_id
  WHERE kind = 'pick-reminder' AND channel = 'mail' AND is_on AND email_verified_at IS NOT NULL`

const HOURS = sql`
  settings.time_zone AS "timeZone",
  coalesce(settings.quiet_from, ${QUIET_HOURS.from}::integer) AS "quietFrom",
  coalesce(settings.quiet_until, ${QUIET_HOURS.until}::integer) AS "quietUntil"`

/** Each that some user has who gets reminders. */
export async function listFanHours(db: Database): Promise<FanHours[]> {
  const { rows } = await sql<FanHours>`
    SELECT DISTINCT ${HOURS}
    FROM (${REMINDED}) AS reminded LEFT JOIN notification_settings AS settings USING (user_id)`.execute(db)
  return rows
}

export type DueReminder = FanHours & {
  showId: number
  kind: ReminderKind
  locksAt: Date
  day: string
  /** Shows whose reminder comes instead, for users who have not picked all of them. */
  yieldsTo: readonly number[]
}

/**
 * Reminds users with these hours who have not picked the show, at most once a day. Call it with the lock of
 * notifications.
 *
 * @returns whether anybody was reminded
 */
export async function insertReminders(
  trx: DatabaseTransaction,
  due: readonly DueReminder[],
): Promise<boolean> {
  const { rows } = await sql<{ showId: number; userIds: number[] }>`
    WITH due AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS given("timeZone" text, "quietFrom" integer,
        "quietUntil" integer, "showId" integer, kind text, day date, "yieldsTo" integer[])
    ), users_reminded AS (
      SELECT user_id, ${HOURS}
      FROM (${REMINDED}) AS reminded
        JOIN users ON users.id = user_id
        LEFT JOIN notification_settings AS settings USING (user_id)
      WHERE users.deleted_at IS NULL AND users.suspended_at IS NULL
    ), inserted AS (
      INSERT INTO reminders (user_id, day, show_id, kind)
      SELECT user_id, day, "showId", kind
      FROM users_reminded JOIN due USING ("quietFrom", "quietUntil")
      WHERE due."timeZone" IS NOT DISTINCT FROM users_reminded."timeZone"
        AND NOT EXISTS (
          SELECT FROM predictions
          WHERE predictions.user_id = users_reminded.user_id AND predictions.show_id = due."showId")
        AND (
          SELECT count(*) FROM predictions
          WHERE predictions.user_id = users_reminded.user_id AND predictions.show_id = ANY(due."yieldsTo")
        ) = cardinality(due."yieldsTo")
      ORDER BY user_id
      ON CONFLICT DO NOTHING
      RETURNING user_id, show_id
    )
    SELECT show_id AS "showId", array_agg(user_id) AS "userIds" FROM inserted GROUP BY show_id`.execute(trx)
  for (const { showId, userIds } of rows) {
    const locksAt = due.find((reminder) => reminder.showId === showId)?.locksAt
    if (!locksAt) continue
    await insertOwnAnnouncement(trx, {
      kind: 'pick-reminder',
      showId,
      payload: { locks_at: locksAt.toISOString() },
      notifications: userIds.map((userId) => ({ userId, detail: {} })),
    })
  }
  return rows.length > 0
}
