import { afterQuietHours } from '@called-it/shared/game/reminders'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import {
  type Channel,
  isHeldInQuietHours,
  isOnByDefault,
  QUIET_HOURS,
} from '@called-it/shared/notifications/channels'
import { type RawBuilder, sql } from 'kysely'
import { currentRequestContext } from '../../../context/request-context.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { notifyRelay } from '../work/outbox.ts'

/** Per job: what another attempt reads again. */
const MESSAGES_AT_ONCE = 100

type Slice = { first: number; last: number }

/** Whether the fan wants notifications of a kind in a channel. */
export const wants = (userId: RawBuilder<number>, kind: AnnouncementKind, channel: Channel) => sql<boolean>`
  coalesce((
    SELECT is_on FROM notification_choices
    WHERE user_id = ${userId} AND kind = ${kind} AND channel = ${channel}
  ), ${isOnByDefault(kind, channel)})`

/**
 * Inserts notifications, their messages by push and mail as each fan has chosen, and the jobs that send them. Call it
 * with notifications locked.
 *
 * @param recipients a query with `user_id`, `announcement_id` and `detail`, of users who are not deleted
 */
export async function insertMessages(
  trx: DatabaseTransaction,
  kind: AnnouncementKind,
  recipients: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ first: number | null; last: number }>`
    WITH inserted AS (
      INSERT INTO notifications (user_id, announcement_id, detail, on_page)
      SELECT user_id, announcement_id, detail, ${wants(sql`recipients.user_id`, kind, 'page')}
      FROM (${recipients}) AS recipients
      ORDER BY user_id
      RETURNING id, user_id
    ), wanted AS (
      SELECT inserted.user_id, inserted.id, 'push' AS channel, push_subscriptions.id AS subscription_id
      FROM inserted JOIN push_subscriptions USING (user_id)
      WHERE ${wants(sql`inserted.user_id`, kind, 'push')}
      UNION ALL
      SELECT inserted.user_id, inserted.id, 'mail', NULL
      FROM inserted JOIN users ON users.id = user_id
      WHERE users.email_verified_at IS NOT NULL AND ${wants(sql`inserted.user_id`, kind, 'mail')}
    ), messages AS (
      INSERT INTO messages (user_id, notification_id, channel, subscription_id)
      SELECT user_id, wanted.id, channel, subscription_id
      FROM wanted JOIN users ON users.id = user_id LEFT JOIN notification_settings USING (user_id)
      WHERE users.suspended_at IS NULL
      -- Neighbours are sent by one job: those with the same quiet hours, and pushes do not wait for mails.
      ORDER BY channel DESC, time_zone, quiet_from, quiet_until, user_id
      RETURNING id
    )
    SELECT min(id) AS first, max(id) AS last FROM messages`.execute(trx)
  const [all] = rows
  if (!all || all.first === null) return
  const messages = { first: all.first, last: all.last }
  if (isHeldInQuietHours(kind)) await insertHeldJobs(trx, messages)
  else await insertSliceJobs(trx, messages, null)
  await notifyRelay(trx)
}

/** The zones are computed here, not by the zone data of the database. */
async function insertHeldJobs(trx: DatabaseTransaction, { first, last }: Slice): Promise<void> {
  const { rows } = await sql<Slice & { timeZone: string | null; quietFrom: number; quietUntil: number }>`
    SELECT time_zone AS "timeZone", coalesce(quiet_from, ${QUIET_HOURS.from}::integer) AS "quietFrom",
      coalesce(quiet_until, ${QUIET_HOURS.until}::integer) AS "quietUntil", min(id) AS first, max(id) AS last
    FROM messages LEFT JOIN notification_settings USING (user_id)
    WHERE id BETWEEN ${first} AND ${last}
    GROUP BY channel, time_zone, quiet_from, quiet_until`.execute(trx)
  const now = new Date()
  for (const { timeZone, ...group } of rows) {
    await insertSliceJobs(trx, group, afterQuietHours(now, timeZone ?? 'UTC', group))
  }
}

/** @param at null: at once */
async function insertSliceJobs(
  trx: DatabaseTransaction,
  { first, last }: Slice,
  at: Date | null,
): Promise<void> {
  const { requestId, traceparent } = currentRequestContext()
  await sql`
    INSERT INTO outbox (job, payload, request_id, traceparent, next_at)
    SELECT 'send-messages',
      jsonb_build_object('first', slice, 'last', least(slice + ${MESSAGES_AT_ONCE - 1}::bigint, ${last}::bigint)),
      ${requestId}, ${traceparent}, coalesce(${at}::timestamptz, now())
    FROM generate_series(${first}::bigint, ${last}::bigint, ${MESSAGES_AT_ONCE}::bigint) AS slice`.execute(
    trx,
  )
}
