import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, lines } from './entered-fields.ts'
import { bodyId, day, id, instant, pathId, version } from './fields.ts'

/** What a fan has at most: the newest, of this many days. */
export const NOTIFICATION_LIMITS = { count: 200, days: 90 } as const

export const NOTIFICATIONS_PAGE = 50

const count = z.int().nonnegative()

export const notification = z.object({
  id,
  /** A key of the catalogue; another one is of a newer release. */
  kind: z.string(),
  at: instant,
  is_read: z.boolean(),
  show: z.object({ id, date: day, venue: z.string() }).nullable(),
  /** Payload and detail, as the catalogue has them. */
  content: z.record(z.string(), z.unknown()),
})
export type Notification = z.output<typeof notification>

const unread = z.object({
  unread: count,
  /** The version of the topic `notifications`: a count with an older one is outdated. */
  version,
})

export const notificationEndpoints = {
  listNotifications: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/notifications',
    access: 'fan',
    summary: "The current fan's notifications, newest first",
    query: z.strictObject({ before: pathId.optional() }),
    response: z.object({
      notifications: z.array(notification),
      unread: count,
      /** Pass as `before` for the page that follows; null at the end. */
      next: id.nullable(),
    }),
  }),
  countUnread: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/notifications/unread',
    access: 'fan',
    summary: 'How many notifications the current fan has not read',
    response: unread,
  }),
  markRead: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/notifications/read',
    access: 'fan',
    summary: 'Marks one notification as read, or all up to one',
    body: z.union([z.strictObject({ id: bodyId }), z.strictObject({ until: bodyId })]),
    response: unread,
  }),
  sendNotice: defineEndpoint({
    method: 'POST',
    path: '/api/admin/notices',
    access: 'admin',
    summary: 'Sends a notice to all users',
    body: z.strictObject({
      text: lines(FIELD_LIMITS.notice, FIELD_TEXTS.notice).pipe(
        z.string().trim().min(FIELD_LIMITS.notice.min, FIELD_TEXTS.notice),
      ),
    }),
    response: z.object({ message: z.string() }),
  }),
} as const
