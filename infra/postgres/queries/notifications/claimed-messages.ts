import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { isOnByDefault } from '@called-it/shared/notifications/channels'
import { isAnnouncementKind } from '@called-it/shared/notifications/labels'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { NOW, TAKES_PICKS } from '../catalogue/shows.ts'
import type { MessageChannel } from './message-claims.ts'
import { unreadOf } from './notifications.ts'
import type { PushSubscription } from './push-subscriptions.ts'
import { insertUnsubscribeKeys } from './unsubscribe-tokens.ts'

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
