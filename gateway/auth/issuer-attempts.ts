import { createHmac, randomBytes } from 'node:crypto'

export const ATTEMPT_MINUTES = 10

/** A sign-in at an issuer that a browser has begun. */
export type IssuerAttempt = ReturnType<typeof attemptOf>

/** For the browser's cookie. */
export function newAttemptToken(issuerKey: string, invitation = ''): string {
  const until = Date.now() + ATTEMPT_MINUTES * 60_000
  return [issuerKey, until, randomBytes(16).toString('base64url'), invitation].join(' ')
}

/** All secrets follow from the token: a changed one expects another state than the issuer has sent back. */
export function attemptOf(secret: string, token: string) {
  const [issuerKey = '', until, , invitation] = token.split(' ')
  const derive = (what: string) =>
    createHmac('sha256', secret).update(`issuer ${what} ${token}`).digest('base64url')
  return {
    issuerKey,
    until: Number(until),
    invitation: invitation || null,
    state: derive('state'),
    nonce: derive('nonce'),
    /** Of PKCE. */
    verifier: derive('verifier'),
  }
}
