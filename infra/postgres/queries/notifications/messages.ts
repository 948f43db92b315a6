import { isOnByDefault } from '@called-it/shared/notifications/channels'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { LOCKS_AT, NOW, TAKES_PICKS } from '../catalogue/shows.ts'
import type { PushSubscription } from './push-subscriptions.ts'

/** Those to devices that fail come last: each may take seconds. */
export async function listOpenMessages(
  db: Database,
  { first, last }: { first: number; last: number },
): Promise<number[]> {
  const messages = await db
    .selectFrom('messages')
    .leftJoin('push_subscriptions', 'push_subscriptions.id', 'messages.subscription_id')
    .select('messages.id')
    .where('messages.id', '>=', first)
    .where('messages.id', '<=', last)
    .where('done_at', 'is', null)
    .orderBy(sql`coalesce(failed_days, 0) > 0`)
    .orderBy('messages.id')
    .execute()
  return messages.map(({ id }) => id)
}

export type LockedMessage = {
  userId: number
  announcementId: number
  kind: string
  payload: Record<string, unknown>
  detail: Record<string, unknown> | null
  show: { id: number; date: string; venue: string } | null
  /** Of the show; null without one. */
  secondsToLock: number | null
  /** Null: nobody has said it. */
  timeZone: string | null
  to: { name: string; address: string } | ({ subscriptionId: number } & PushSubscription)
}

/** Null if another transaction has it, and if it is done. `needless`: nobody wants it any more. */
export async function lockMessage(
  trx: DatabaseTransaction,
  id: number,
): Promise<LockedMessage | 'needless' | null> {
  const message = await trx
    .selectFrom('messages')
    .select('channel')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!message) return null
  const found = await findMessage(trx, id)
  if (!found || found.suspendedAt !== null) return 'needless'
  const { isChosen, email, isVerified, displayName, subscriptionId, endpoint, p256dh, auth, ...rest } = found
  if (!(isChosen ?? isOnByDefault(found.kind, message.channel))) return 'needless'
  const show = found.showId === null ? null : { id: found.showId, date: found.showdate, venue: found.venue }
  const shared = {
    ...rest,
    show: show?.date && show.venue ? { ...show, date: show.date, venue: show.venue } : null,
  }
  if (message.channel === 'mail') {
    if (email === null || !isVerified) return 'needless'
    return { ...shared, to: { name: displayName, address: email } }
  }
  if (subscriptionId === null || endpoint === null || p256dh === null || auth === null) return 'needless'
  return { ...shared, to: { subscriptionId, endpoint, p256dh, auth } }
}

/** That could be sent late: after the lock, or after the fan has saved picks. */
const IS_NEEDLESS_REMINDER = sql<boolean>`
  (announcements.kind = 'pick-reminder' AND (NOT ${TAKES_PICKS}
    OR EXISTS (SELECT FROM predictions WHERE user_id = messages.user_id AND show_id = shows.id)))`

/** Undefined when its notification or its user is gone, and of a reminder that comes too late. */
function findMessage(trx: DatabaseTransaction, id: number) {
  return trx
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
      'messages.user_id as userId',
      'announcements.id as announcementId',
      'announcements.kind',
      'announcements.payload',
      'notifications.detail',
      'shows.id as showId',
      'shows.showdate',
      'shows.venue',
      sql<
        number | null
      >`CASE WHEN shows.id IS NOT NULL THEN ceil(extract(epoch FROM ${LOCKS_AT} - ${NOW}))::integer END`.as(
        'secondsToLock',
      ),
      'notification_settings.time_zone as timeZone',
      'notification_choices.is_on as isChosen',
      'users.email',
      'users.display_name as displayName',
      'users.suspended_at as suspendedAt',
      sql<boolean>`users.email_verified_at IS NOT NULL`.as('isVerified'),
      'push_subscriptions.id as subscriptionId',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
    ])
    .where('messages.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`NOT ${IS_NEEDLESS_REMINDER}`)
    .executeTakeFirst()
}

/** Call it in the transaction that has locked the message. */
export async function markMessageDone(trx: DatabaseTransaction, id: number): Promise<void> {
  await trx.updateTable('messages').set({ done_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** For one that was marked before it was sent. */
export async function reopenMessage(trx: DatabaseTransaction, id: number): Promise<void> {
  await trx.updateTable('messages').set({ done_at: null }).where('id', '=', id).execute()
}
