import { afterQuietHours } from '@called-it/shared/game/reminders'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import {
  type Channel,
  isHeldInQuietHours,
  isOnByDefault,
  QUIET_HOURS,
} from '@called-it/shared/notifications/channels'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { useOf } from '@called-it/shared/notifications/urgency'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { LOCKS_AT, NOW } from '../catalogue/shows.ts'
import { listQuietHours } from './notification-settings.ts'

export const MESSAGES_CHANNEL = 'messages'

/** Whether the fan wants notifications of a kind in a channel. */
export const wants = (userId: RawBuilder<number>, kind: AnnouncementKind, channel: Channel) => sql<boolean>`
  coalesce((
    SELECT is_on FROM notification_choices
    WHERE user_id = ${userId} AND kind = ${kind} AND channel = ${channel}
  ), ${isOnByDefault(kind, channel)})`

const PUSH_HOST = sql<string>`split_part(push_subscriptions.endpoint, '/', 3)`

const USES = sql`jsonb_to_recordset(${JSON.stringify(ANNOUNCEMENT_KINDS.map((kind) => ({ kind, ...useOf(kind) })))}::jsonb)
  AS uses (kind text, urgency smallint, hours integer, "untilLock" boolean)`

/** When a message is of no use any more, by the row of `uses` and of its announcement. */
const EXPIRES_AT = sql<Date>`
  least(${NOW} + make_interval(hours => uses.hours),
    CASE WHEN uses."untilLock" THEN (SELECT ${LOCKS_AT} FROM shows WHERE shows.id = announcements.show_id) END)`

/**
 * Inserts notifications, and their messages by push and mail as each fan has chosen. Call it with notifications locked.
 *
 * @param recipients a query with `user_id`, `announcement_id` and `detail`, of users who are not deleted
 */
export async function insertMessages(
  trx: DatabaseTransaction,
  kind: AnnouncementKind,
  recipients: RawBuilder<unknown>,
): Promise<void> {
  const ends = isHeldInQuietHours(kind) ? await listEndsOfQuietHours(trx) : []
  await sql`
    WITH inserted AS (
      INSERT INTO notifications (user_id, announcement_id, detail, on_page)
      SELECT user_id, announcement_id, detail, ${wants(sql`recipients.user_id`, kind, 'page')}
      FROM (${recipients}) AS recipients
      ORDER BY user_id
      RETURNING id, user_id, announcement_id
    ), wanted AS (
      SELECT inserted.*, 'push' AS channel, push_subscriptions.id AS subscription_id, ${PUSH_HOST} AS host
      FROM inserted JOIN push_subscriptions USING (user_id)
      WHERE ${wants(sql`inserted.user_id`, kind, 'push')}
      UNION ALL
      SELECT inserted.*, 'mail', NULL, NULL
      FROM inserted JOIN users ON users.id = user_id
      WHERE users.email_verified_at IS NOT NULL AND ${wants(sql`inserted.user_id`, kind, 'mail')}
    ), ends AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        AS ends (zone text, "from" smallint, until smallint, at timestamptz)
    )
    INSERT INTO messages (user_id, notification_id, channel, subscription_id, host, urgency, due_at, expires_at)
    SELECT wanted.user_id, wanted.id, channel, subscription_id, host, uses.urgency, coalesce(ends.at, now()),
      ${EXPIRES_AT}
    FROM wanted
      JOIN users ON users.id = wanted.user_id
      JOIN announcements ON announcements.id = wanted.announcement_id
      JOIN ${USES} ON uses.kind = announcements.kind
      LEFT JOIN notification_settings AS settings ON settings.user_id = wanted.user_id
      LEFT JOIN ends ON ends.zone = coalesce(settings.time_zone, '')
        AND ends."from" = coalesce(settings.quiet_from, ${QUIET_HOURS.from})
        AND ends.until = coalesce(settings.quiet_until, ${QUIET_HOURS.until})
    WHERE users.suspended_at IS NULL
    ORDER BY channel DESC, wanted.user_id`.execute(trx)
  await notifySenders(trx)
}

/** The zones are computed here, not by the zone data of the database. */
async function listEndsOfQuietHours(trx: DatabaseTransaction) {
  const now = new Date()
  return (await listQuietHours(trx)).flatMap(({ timeZone, ...hours }) => {
    const at = afterQuietHours(now, timeZone ?? 'UTC', hours)
    return at > now ? { zone: timeZone ?? '', from: hours.quietFrom, until: hours.quietUntil, at } : []
  })
}

/** Makes messages of 0.10.0 due, which has inserted a job in place of their times. */
export async function adoptMessages(trx: DatabaseTransaction, first: number, last: number): Promise<void> {
  await sql`
    UPDATE messages
    SET due_at = now(), urgency = uses.urgency, expires_at = ${EXPIRES_AT},
      host = (SELECT ${PUSH_HOST} FROM push_subscriptions WHERE push_subscriptions.id = messages.subscription_id)
    FROM notifications
      JOIN announcements ON announcements.id = notifications.announcement_id
      JOIN ${USES} ON uses.kind = announcements.kind
    WHERE messages.id BETWEEN ${first} AND ${last} AND messages.done_at IS NULL AND messages.due_at IS NULL
      AND notifications.user_id = messages.user_id AND notifications.id = messages.notification_id`.execute(
    trx,
  )
  await notifySenders(trx)
}

/** Wakes the senders after the commit, before their next poll. */
async function notifySenders(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_notify(${MESSAGES_CHANNEL}, '')`.execute(trx)
}
