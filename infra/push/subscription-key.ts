import { ECDH } from 'node:crypto'

/** Whether messages can be encrypted for it: a point of the curve, in base64url. */
export function isSubscriptionKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
