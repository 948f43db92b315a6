import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { type Channel, isOnByDefault } from '@called-it/shared/notifications/channels'
import { isAnnouncementKind } from '@called-it/shared/notifications/kinds'
import { FINAL_URGENCY, REMINDER_URGENCY } from '@called-it/shared/notifications/urgency'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { NOW, TAKES_PICKS } from '../catalogue/shows.ts'
import { IS_SCORING, MAX_HOLD_SECONDS } from '../work/scoring-hold.ts'
import { insertUnsubscribeKeys } from './notification-settings.ts'
import { unreadOf } from './notifications.ts'
import type { PushSubscription } from './push-subscriptions.ts'

export type MessageChannel = Exclude<Channel, 'page'>

/** Another worker takes a message that has lost its worker, or whose worker is frozen, after so long. */
export const CLAIM_SECONDS = 15

const CLAIMED_UNTIL = sql<Date>`now() + make_interval(secs => ${CLAIM_SECONDS})`
const IS_FREE = sql<boolean>`(claimed_until IS NULL OR claimed_until < now())`

const AT_ONCE = 100
/** While reminders are about to be of no use: the other workers share them. */
const AT_ONCE_IN_HASTE = 20
const HASTE_MINUTES = 10

const MAX_BACKOFF_SECONDS = 600

/** Hosts of pushes. */
export type Hosts = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** In the order of their use: reminders by their lock, then what happens tonight, finals, news. */
export async function claimMessages(
  db: Database,
  { channel, worker, hosts }: { channel: MessageChannel; worker: string; hosts: Hosts },
): Promise<number[]> {
  const isOfHosts =
    'only' in hosts ? sql`host = ANY(${hosts.only}::text[])` : sql`host <> ALL(${hosts.except}::text[])`
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET claimed_by = ${worker}::uuid, claimed_until = ${CLAIMED_UNTIL}
    WHERE id IN (
      SELECT id FROM messages
      WHERE channel = ${channel} AND done_at IS NULL AND due_at <= now() AND expires_at > ${NOW} AND ${IS_FREE}
        AND ${channel === 'push' ? isOfHosts : sql`true`}
        AND (urgency < ${FINAL_URGENCY} OR due_at <= now() - make_interval(secs => ${MAX_HOLD_SECONDS}) OR NOT ${IS_SCORING})
      ORDER BY urgency, expires_at, id
      LIMIT (SELECT CASE WHEN EXISTS (
        SELECT FROM messages
        WHERE channel = ${channel} AND done_at IS NULL AND urgency = ${REMINDER_URGENCY}
          AND expires_at < ${NOW} + make_interval(mins => ${HASTE_MINUTES})
      ) THEN ${AT_ONCE_IN_HASTE}::integer ELSE ${AT_ONCE}::integer END)
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns those that are still claimed by the worker */
export async function keepClaims(db: Database, worker: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET claimed_until = ${CLAIMED_UNTIL}
    WHERE id = ANY(${ids}) AND claimed_by = ${worker}::uuid
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records reminders before they are sent, so that none comes twice.
 *
 * @returns those that may be sent
 */
export async function recordReminders(
  db: Database,
  worker: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET done_at = now(), outcome = 'unknown'
    WHERE id = ANY(${ids}) AND claimed_by = ${worker}::uuid AND done_at IS NULL
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export type MessageResult = {
  readonly id: number
  readonly outcome: string
  readonly error: string | null
  /** Null: it is done. Otherwise it is due again after so long, and later with each attempt. */
  readonly againInMs: number | null
  readonly wasTried: boolean
}

/** Ends the claims. Nothing is stored of a message that another worker has claimed meanwhile. */
export async function storeResults(
  db: Database,
  worker: string,
  results: readonly MessageResult[],
): Promise<void> {
  await sql`
    UPDATE messages SET
      done_at = CASE WHEN result."againInMs" IS NULL THEN coalesce(done_at, now()) END,
      outcome = CASE WHEN result."againInMs" IS NULL THEN result.outcome END,
      last_error = coalesce(result.error, last_error),
      attempts = attempts + result."wasTried"::integer,
      due_at = CASE WHEN result."againInMs" IS NULL THEN due_at ELSE now() + make_interval(secs => greatest(
        result."againInMs" / 1000,
        CASE WHEN result."wasTried" THEN least(power(2, attempts), ${MAX_BACKOFF_SECONDS}) ELSE 0 END)) END,
      claimed_by = NULL,
      claimed_until = NULL
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS result (id bigint, outcome text, error text, "againInMs" float8, "wasTried" boolean)
    WHERE messages.id = result.id AND claimed_by = ${worker}::uuid`.execute(db)
}

/** @returns how many were tried, and how many never */
export async function endExpiredMessages(
  db: Database,
  channel: MessageChannel,
): Promise<{ failed: number; expired: number }> {
  const { rows } = await sql<{ outcome: string }>`
    UPDATE messages SET done_at = now(), outcome = CASE WHEN attempts > 0 THEN 'failed' ELSE 'expired' END
    WHERE channel = ${channel} AND done_at IS NULL AND expires_at <= ${NOW} AND ${IS_FREE}
    RETURNING outcome`.execute(db)
  const failed = rows.filter(({ outcome }) => outcome === 'failed').length
  return { failed, expired: rows.length - failed }
}

export type ClaimedMessage = {
  id: number
  /** The host of a push; null for a mail. */
  host: string | null
  urgency: number
  userId: number
  announcementId: number
  kind: AnnouncementKind
  payload: Record<string, unknown>
  detail: Record<string, unknown> | null
  show: { id: number; date: string; venue: string } | null
  /** While it is of use. */
  secondsLeft: number
  /** How many notifications the user has not read; of a push. */
  unread: number
  /** Null: nobody has said it. */
  timeZone: string | null
  /** Null: none is chosen. */
  language: string | null
  to:
    | { name: string; address: string; unsubscribeKey: string }
    | ({ subscriptionId: number } & PushSubscription)
}

/** Those of the messages that somebody still wants, in the order in which they are sent. */
export async function listClaimedMessages(
  db: Database,
  channel: MessageChannel,
  ids: readonly number[],
): Promise<ClaimedMessage[]> {
  if (channel === 'mail') {
    const users = await db.selectFrom('messages').select('user_id').where('id', 'in', ids).execute()
    await insertUnsubscribeKeys(
      db,
      users.map(({ user_id }) => user_id),
    )
  }
  return (await listMessages(db, ids)).flatMap(({ email, isChosen, displayName: name, ...found }) => {
    const { kind, showId, showdate, venue, subscriptionId, endpoint, p256dh, auth, unsubscribeKey, ...rest } =
      found
    if (!isAnnouncementKind(kind) || !(isChosen ?? isOnByDefault(kind, channel))) return []
    const show = showId === null || !showdate || !venue ? null : { id: showId, date: showdate, venue }
    const message = { ...rest, kind, show }
    if (channel === 'mail') {
      return email && unsubscribeKey ? { ...message, to: { name, address: email, unsubscribeKey } } : []
    }
    if (subscriptionId === null || !endpoint || !p256dh || !auth) return []
    return { ...message, to: { subscriptionId, endpoint, p256dh, auth } }
  })
}

/** That could be sent late: after the lock, or after the fan has saved picks. */
const IS_NEEDLESS_REMINDER = sql<boolean>`
  (announcements.kind = 'pick-reminder' AND (NOT ${TAKES_PICKS}
    OR EXISTS (SELECT FROM predictions WHERE user_id = messages.user_id AND show_id = shows.id)))`

/** Without those whose notification or user is gone, and reminders that come too late. */
function listMessages(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .innerJoin('notifications', (join) =>
      join
        .onRef('notifications.user_id', '=', 'messages.user_id')
        .onRef('notifications.id', '=', 'messages.notification_id'),
    )
    .innerJoin('announcements', 'announcements.id', 'notifications.announcement_id')
    .leftJoin('shows', 'shows.id', 'announcements.show_id')
    .leftJoin('notification_settings', 'notification_settings.user_id', 'messages.user_id')
    .leftJoin('push_subscriptions', (join) =>
      join
        .onRef('push_subscriptions.id', '=', 'messages.subscription_id')
        .onRef('push_subscriptions.user_id', '=', 'messages.user_id'),
    )
    .leftJoin('notification_choices', (join) =>
      join
        .onRef('notification_choices.user_id', '=', 'messages.user_id')
        .onRef('notification_choices.kind', '=', 'announcements.kind')
        .onRef('notification_choices.channel', '=', 'messages.channel'),
    )
    .select([
      'messages.id',
      'messages.host',
      'messages.urgency',
      'messages.user_id as userId',
      'announcements.id as announcementId',
      sql<string>`announcements.kind`.as('kind'),
      'announcements.payload',
      'notifications.detail',
      'shows.id as showId',
      'shows.showdate',
      'shows.venue',
      sql<number>`ceil(extract(epoch FROM messages.expires_at - ${NOW}))::integer`.as('secondsLeft'),
      'notification_settings.time_zone as timeZone',
      'notification_settings.unsubscribe_token as unsubscribeKey',
      'notification_choices.is_on as isChosen',
      sql<string | null>`CASE WHEN users.email_verified_at IS NOT NULL THEN users.email END`.as('email'),
      'users.display_name as displayName',
      'users.language',
      'push_subscriptions.id as subscriptionId',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
      sql<number>`CASE WHEN messages.channel = 'push' THEN ${unreadOf(sql`messages.user_id`)} ELSE 0 END`.as(
        'unread',
      ),
    ])
    .where('messages.id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where(sql<boolean>`NOT ${IS_NEEDLESS_REMINDER}`)
    .orderBy('messages.urgency')
    .orderBy('messages.expires_at')
    .orderBy('messages.id')
    .execute()
}

/** Per channel with open messages; the age of the oldest counts from when it was due. */
export async function listMessageMetrics(
  db: Database,
): Promise<{ channel: MessageChannel; waiting: number; oldestSeconds: number }[]> {
  const { rows } = await sql<{ channel: MessageChannel; waiting: number; oldestSeconds: number }>`
    SELECT channel, count(*) AS waiting,
      greatest(0, extract(epoch FROM clock_timestamp() - min(due_at)))::float8 AS "oldestSeconds"
    FROM messages WHERE done_at IS NULL AND due_at IS NOT NULL
    GROUP BY channel`.execute(db)
  return rows
}
