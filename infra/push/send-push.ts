import type { PushPayload } from '@called-it/shared/notifications/push-payload'
import webPush from 'web-push'
import type { Outbound } from '../outbound/outbound.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import type { PushOutcome } from '../postgres/queries/notifications/push-outcomes.ts'
import type { PushSubscription } from '../postgres/queries/notifications/push-subscriptions.ts'
import type { VapidKeys } from './vapid-keys.ts'

export class PushError extends Error {
  override readonly name = 'PushError'
}

/** Others wait meanwhile. Push services take a push within a second. */
const TIMEOUT_MS = 3_000

/** @throws PushError, or OutboundError, where another attempt may succeed; neither names the endpoint */
export async function sendPush(
  outbound: Outbound,
  { endpoint, p256dh, auth }: PushSubscription,
  given: {
    payload: PushPayload
    keys: VapidKeys
    publicUrl: string
    /** A device that is off for longer does not get it. */
    ttlSeconds: number
  },
): Promise<PushOutcome> {
  const { payload, keys, publicUrl, ttlSeconds } = given
  const details = encrypt()
  if (details === null) return 'refused'
  const { headers, body } = details
  const response = await outbound
    .send({
      url: endpoint,
      headers: { ...toTexts(headers), 'Content-Type': 'application/notification+json' },
      body,
      timeoutMs: TIMEOUT_MS,
    })
    .catch((error: unknown) => {
      if (error instanceof OutboundError && error.code.startsWith('address-')) return null
      throw error
    })
  // An address that is not public will not become so.
  if (response === null) return 'refused'
  const { status } = response
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status < 400 || status >= 500) {
    throw new PushError(`The push service did not take the push (${status}).`)
  }
  return 'refused'

  /** Null for what the library does not take: its errors hold the endpoint. */
  function encrypt() {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject: subjectOf(publicUrl), ...keys },
        TTL: ttlSeconds,
        urgency: 'normal',
        // The service keeps the newest of a topic for a device that is off.
        topic: payload.notification.tag,
      })
    } catch {
      return null
    }
  }
}

/** Services take addresses of sites with HTTPS only. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`
}

function toTexts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
