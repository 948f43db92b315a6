import {
  REMINDED_BEFORE_LOCK_MS,
  type RemindedShow,
  type Reminder,
  type ReminderHours,
} from '@called-it/shared/game/reminders'
import type { AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { QUIET_HOURS } from '@called-it/shared/notifications/channels'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { LOCKS_AT, NOW, TAKES_PICKS } from '../catalogue/shows.ts'
import { insertOwnNotifications } from './announcements.ts'
import { wants } from './insert-messages.ts'

/** Open shows that lock soon, and when the database read them. */
export async function listRemindedShows(db: Database): Promise<(RemindedShow & { readAt: Date })[]> {
  return db
    .selectFrom('shows')
    .select(['shows.id', LOCKS_AT.as('locksAt'), 'shows.time_zone as timeZone', NOW.as('readAt')])
    .where(TAKES_PICKS)
    .where('shows.vanished_at', 'is', null)
    .where(sql<boolean>`${LOCKS_AT} < ${NOW} + make_interval(secs => ${REMINDED_BEFORE_LOCK_MS / 1000})`)
    .execute()
}

export type DueReminder = ReminderHours & Pick<Reminder, 'showId' | 'kind' | 'day' | 'yieldsTo'>

/**
 * Notifies the fans with these hours and a channel for it who have no picks of the show, unless they got a reminder on
 * that day. Call it with notifications locked.
 *
 * @returns whether there are any
 */
export async function insertReminders(
  trx: DatabaseTransaction,
  due: readonly DueReminder[],
  shows: readonly RemindedShow[],
): Promise<boolean> {
  const reminded = await insertOnePerDay(trx, due)
  const fansOf = Map.groupBy(reminded, ({ showId }) => showId)
  for (const { id, locksAt } of shows) {
    const fans = fansOf.get(id)
    if (!fans) continue
    const payload: AnnouncementPayload<'pick-reminder'> = { locks_at: locksAt.toISOString() }
    const announcement = await trx
      .insertInto('announcements')
      .values({
        kind: 'pick-reminder',
        show_id: id,
        payload: JSON.stringify(payload),
        sent_at: sql<Date>`now()`,
      })
      .returning(['id', 'kind'])
      .executeTakeFirstOrThrow()
    await insertOwnNotifications(
      trx,
      announcement,
      fans.map(({ userId }) => ({ userId, detail: {} })),
    )
  }
  return reminded.length > 0
}

/** It starts from the fans who can be reached: few of all, because mails are off until a fan wants them. */
async function insertOnePerDay(
  trx: DatabaseTransaction,
  due: readonly DueReminder[],
): Promise<{ userId: number; showId: number }[]> {
  const { rows } = await sql<{ userId: number; showId: number }>`
    WITH due AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS due("timeZone" text, "quietFrom" smallint,
        "quietUntil" smallint, "showId" integer, kind text, day date, "yieldsTo" integer[])
    ), reached AS (
      SELECT user_id FROM push_subscriptions
      WHERE ${wants(sql`push_subscriptions.user_id`, 'pick-reminder', 'push')}
      UNION
      SELECT users.id FROM notification_choices JOIN users ON users.id = user_id
      WHERE kind = 'pick-reminder' AND channel = 'mail' AND is_on AND email_verified_at IS NOT NULL
    )
    INSERT INTO reminders (user_id, day, show_id, kind)
    SELECT users.id, due.day, due."showId", due.kind
    FROM reached
      JOIN users ON users.id = reached.user_id
      LEFT JOIN notification_settings AS settings ON settings.user_id = users.id
      JOIN due ON due."timeZone" IS NOT DISTINCT FROM settings.time_zone
        AND due."quietFrom" = coalesce(settings.quiet_from, ${QUIET_HOURS.from}::smallint)
        AND due."quietUntil" = coalesce(settings.quiet_until, ${QUIET_HOURS.until}::smallint)
    WHERE users.deleted_at IS NULL AND users.suspended_at IS NULL
      AND NOT EXISTS (SELECT FROM predictions WHERE user_id = users.id AND show_id = due."showId")
      AND NOT EXISTS (
        SELECT FROM unnest(due."yieldsTo") AS other
        WHERE NOT EXISTS (SELECT FROM predictions WHERE user_id = users.id AND show_id = other))
    ORDER BY users.id
    ON CONFLICT DO NOTHING
    RETURNING user_id AS "userId", show_id AS "showId"`.execute(trx)
  return rows
}
