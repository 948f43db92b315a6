import type { Database } from '@called-it/infra/postgres/client'
import {
  countUnread,
  listUsersNotified,
  type Unread,
} from '@called-it/infra/postgres/queries/notifications/notifications'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'
import { emitInTurns } from './in-turns.ts'

/**
 * Publishes the number of unread notifications to each user who has newer ones than those published last, as a step
 * from 0. One query reads those of all connected users.
 */
export function notificationsFeed(db: Database, audience: Audience): Feed {
  let published = 0

  const toEvent = ({ unread, version }: Unread): OutgoingEvent => ({
    name: 'notifications:changed',
    event: { topic: topics.notifications, from: 0, to: version, unread },
  })

  return {
    async publish() {
      const notified = await listUsersNotified(db, audience.userIds(), published)
      await emitInTurns(notified, (one) => audience.emit(rooms.user(one.userId), toEvent(one)))
      published = notified.reduce((newest, one) => Math.max(newest, one.newest), published)
    },
    // The count may be one of the version that the page has, after the user has read some.
    eventsSince: async (session) =>
      session
        ? [toEvent(await countUnread(db, session.userId)), { name: 'notifications:read', event: {} }]
        : [],
  }
}
