import webPush from 'web-push'
import type { VapidKeys } from './vapid-keys.ts'

/** Headers are valid for twelve hours. */
const MAX_AGE_MS = 3_600_000
/** Users may choose any host. */
const MAX_KEPT = 500

const kept = new Map<string, { headers: Record<string, string>; madeAt: number }>()

/** The headers that say to a push service who sends. To sign each push would take a sixth of the sender's time. */
export function vapidHeaders(endpoint: string, subject: string, keys: VapidKeys): Record<string, string> {
  const { origin } = new URL(endpoint)
  const name = JSON.stringify([origin, subject, keys.publicKey])
  const found = kept.get(name)
  if (found && performance.now() - found.madeAt < MAX_AGE_MS) return found.headers
  const { publicKey, privateKey } = keys
  const headers = { ...webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm') }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(name, { headers, madeAt: performance.now() })
  return headers
}
