import type { ListedNotification } from '@called-it/infra/postgres/queries/notifications/notifications'
import type { Notification } from '@called-it/shared/contract/notifications'

export function presentNotification(listed: ListedNotification): Notification {
  const { id, kind, createdAt, readAt, payload, detail, showId, showdate, venue } = listed
  return {
    id,
    kind,
    at: createdAt.toISOString(),
    is_read: readAt !== null,
    show: showId === null ? null : { id: showId, date: showdate, venue },
    content: { ...payload, ...detail },
  }
}
