import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { insertAnnouncement } from '@called-it/infra/postgres/queries/notifications/announcements'
import * as notifications from '@called-it/infra/postgres/queries/notifications/notifications'
import { textsIn } from '@called-it/languages/texts'
import { NOTIFICATIONS_PAGE } from '@called-it/shared/contract/notifications'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>
type NotificationHandlers = Pick<Handlers, 'listNotifications' | 'countUnread' | 'markRead' | 'sendNotice'>

export function notificationRoutes({ postgres: { db }, publisher }: Parts): NotificationHandlers {
  return {
    async listNotifications({ user, query: { before = null } }) {
      const { unread } = await notifications.countUnread(db, user.id)
      const limit = NOTIFICATIONS_PAGE + 1
      const found = await notifications.listNotifications(db, user.id, { before, limit })
      const page = found.slice(0, NOTIFICATIONS_PAGE)
      return {
        notifications: page,
        unread,
        next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      }
    },
    countUnread: ({ user }) => notifications.countUnread(db, user.id),
    async markRead({ user, body }) {
      const hasChanged = await notifications.markRead(db, user.id, body)
      if (hasChanged) await publisher.publish('notifications:read', { userId: user.id })
      return notifications.countUnread(db, user.id)
    },
    async sendNotice(request) {
      const { text } = request.body
      await db.transaction().execute(async (trx) => {
        await insertAnnouncement(trx, { kind: 'admin-notice', showId: null, payload: { text } })
        await insertAuditEntry(trx, { ...actorOf(request), action: 'notice:sent', details: { text } })
      })
      return { message: textsIn(request.language)('reply.notice-sent') }
    },
  }
}
