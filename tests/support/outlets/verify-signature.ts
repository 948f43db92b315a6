import { Webhook } from 'standardwebhooks'

/** As a receiver does, with the library of Standard Webhooks. @returns the body, parsed; throws for a wrong signature */
export function verifySignature(secret: string, headers: Record<string, string>, body: string): unknown {
  return new Webhook(secret).verify(body, headers)
}
