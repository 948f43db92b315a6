import type { PushPayload } from '@called-it/shared/notifications/push-payload'
import webPush from 'web-push'
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts'
import { OutboundError, type OutboundErrorCode } from '../outbound/outbound-error.ts'
import type { PushOutcome, PushSubscription } from '../postgres/queries/notifications/push-subscriptions.ts'
import { vapidHeaders } from './vapid-headers.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type SentPush = {
  readonly outcome: PushOutcome
  /** Names no endpoint. */
  readonly error: string | null
  /** For so long the service wants no further request: of anybody, or after 429 perhaps to this device only. */
  readonly pause: { readonly pauseMs: number; readonly isPerhapsOfDevice: boolean } | null
}

/** A place is taken meanwhile. Push services take a push within a second. */
const TIMEOUT_MS = 3_000

/** Where the service does not say how long. */
const PAUSE_MS = 10_000
const MAX_PAUSE_MS = 3_600_000

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
): Promise<SentPush> {
  const { payload, keys, publicUrl, ttlSeconds } = given
  const details = encrypt()
  if (details === null) return ended('refused', 'The keys of the device cannot be used.')
  const { headers, body } = details
  try {
    const response = await outbound.send({
      url: endpoint,
      headers: { ...toTexts(headers), 'Content-Type': 'application/notification+json' },
      body,
      timeoutMs: TIMEOUT_MS,
      isKept: true,
    })
    return readResponse(response)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return ended(OUTCOMES[error.code], `The push service was not reached: ${error.message}.`)
  }

  /** Null for what the library does not take: its errors hold the endpoint. */
  function encrypt() {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        headers: vapidHeaders(endpoint, subjectOf(publicUrl), keys),
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

function ended(outcome: PushOutcome, error: string | null, pause: SentPush['pause'] = null): SentPush {
  return { outcome, error, pause }
}

const OUTCOMES = {
  // One that is not public will not become so.
  'address-malformed': 'refused',
  'address-refused': 'refused',
  'name-unknown': 'unreached',
  'not-reached': 'unreached',
  'timed-out': 'silent',
  'response-lost': 'silent',
} as const satisfies Record<OutboundErrorCode, PushOutcome>

function readResponse({ status, retryAfter }: OutboundResponse): SentPush {
  if (status >= 200 && status < 300) return ended('sent', null)
  const error = `The push service did not take the push (${status}).`
  if (status === 404 || status === 410) return ended('gone', error)
  const isBusy = status === 429
  if (!isBusy && status >= 400 && status < 500) return ended('refused', error)
  const pauseMs = pauseOf(retryAfter) ?? (isBusy ? PAUSE_MS : null)
  return ended('failed', error, pauseMs === null ? null : { pauseMs, isPerhapsOfDevice: isBusy })
}

/** Seconds, or a date. */
function pauseOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 1_000), MAX_PAUSE_MS)
}

/** Services take addresses of sites with HTTPS only. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`
}

function toTexts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
