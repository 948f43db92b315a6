import { PRODUCT } from '@called-it/shared/contract/site'

export type ShownPush = {
  title: string
  body: string
  path: string
  tag: string | undefined
  badge: number | null
}

const NOTIFICATIONS = '/notifications'

/**
 * Reads the declarative form (`web_push: 8030`).
 *
 * @param generic for a payload of another release: browsers end subscriptions whose pushes show nothing
 */
export function readPush(payload: unknown, origin: string, generic: string): ShownPush {
  const { notification } = fieldsOf(payload)
  const { title, body, navigate, tag, app_badge } = fieldsOf(notification)
  const count = Number(app_badge ?? Number.NaN)
  const badge = Number.isSafeInteger(count) && count >= 0 ? count : null
  if (typeof title !== 'string' || title === '') {
    return { title: PRODUCT, body: generic, path: NOTIFICATIONS, tag: undefined, badge }
  }
  return {
    title,
    body: typeof body === 'string' ? body : '',
    path: pathOf(navigate, origin),
    tag: typeof tag === 'string' ? tag : undefined,
    badge,
  }
}

/** A path of this origin; that of the notifications for any other address. */
export function pathOf(address: unknown, origin: string): string {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return NOTIFICATIONS
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : NOTIFICATIONS
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
