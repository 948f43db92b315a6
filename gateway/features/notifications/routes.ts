import { countUnread } from '@called-it/infra/postgres/queries/notifications/notifications'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import { markRead, type NotificationParts, readNotifications, sendNotice } from './service.ts'

type NotificationHandlers = Pick<Handlers, 'listNotifications' | 'countUnread' | 'markRead' | 'sendNotice'>

export function notificationRoutes(parts: NotificationParts): NotificationHandlers {
  return {
    listNotifications: ({ user, query }) => readNotifications(parts, user.id, query.before ?? null),
    countUnread: ({ user }) => countUnread(parts.postgres.db, user.id),
    markRead: ({ user, body }) => markRead(parts, user.id, body),
    async sendNotice(request) {
      await sendNotice(parts, actorOf(request), request.body.text)
      return { message: 'The notice is on its way to all fans' }
    },
  }
}
