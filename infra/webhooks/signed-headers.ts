import { Webhook } from 'standardwebhooks'

/**
 * Headers of Standard Webhooks.
 *
 * @param messageId the same for every attempt, so that receivers recognize it
 */
export function signHeaders(messageId: string, body: string, secret: string): Record<string, string> {
  const now = new Date()
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(messageId, now, body),
  }
}
