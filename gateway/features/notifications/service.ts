import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { insertAnnouncement } from '@called-it/infra/postgres/queries/notifications/announcements'
import * as notifications from '@called-it/infra/postgres/queries/notifications/notifications'
import { NOTIFICATIONS_PAGE } from '@called-it/shared/contract/notifications'
import type { Actor } from '../../auth/actor.ts'
import type { GatewayParts } from '../../parts.ts'

export type NotificationParts = Pick<GatewayParts, 'postgres' | 'publisher'>

export async function readNotifications(
  { postgres: { db } }: Pick<NotificationParts, 'postgres'>,
  userId: number,
  before: number | null,
) {
  const { unread } = await notifications.countUnread(db, userId)
  const limit = NOTIFICATIONS_PAGE + 1
  const found = await notifications.listNotifications(db, userId, { before, limit })
  const page = found.slice(0, NOTIFICATIONS_PAGE)
  return {
    notifications: page,
    unread,
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

export async function markRead(
  { postgres: { db }, publisher }: NotificationParts,
  userId: number,
  which: { id: number } | { until: number },
) {
  const hasChanged = await notifications.markRead(db, userId, which)
  if (hasChanged) await publisher.publish('notifications:read', { userId })
  return notifications.countUnread(db, userId)
}

export async function sendNotice(
  { postgres: { db } }: Pick<NotificationParts, 'postgres'>,
  actor: Actor,
  text: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertAnnouncement(trx, { kind: 'admin-notice', showId: null, payload: { text } })
    await insertAuditEntry(trx, { ...actor, action: 'notice:sent', details: { text } })
  })
}
