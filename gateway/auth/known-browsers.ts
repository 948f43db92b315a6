import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'
import { findCookie } from './session-cookie.ts'

export const BROWSER_COOKIE = 'called-it-browser'
const LIFETIME_MS = 180 * 24 * 3_600_000
const ID_BYTES = 16

type Credentials = { readonly userId: number; readonly passwordHash: string | null }

/**
 * Recognises the browsers in which a user has logged in before, by a cookie of its own that a logout leaves. It gives no
 * access: it only has a separate limit of failed logins.
 */
export type KnownBrowsers = {
  /** Null where the cookie is missing, expired, of another user, or older than the present password. */
  idOf(request: Request, credentials: Credentials): string | null
  /** After a login. */
  remember(response: Response, credentials: Credentials): void
}

export function createKnownBrowsers({
  secret,
  isSecure,
  now = Date.now,
}: {
  secret: string
  isSecure: boolean
  now?: () => number
}): KnownBrowsers {
  /** The password's hash ends the cookie with the password, without a row in the database. */
  const sign = (id: string, expiresAt: number, { userId, passwordHash }: Credentials) =>
    createHmac('sha256', secret)
      .update(`browser ${id} ${expiresAt} ${userId} ${passwordHash ?? ''}`)
      .digest('base64url')

  return {
    idOf(request, credentials) {
      const cookie = findCookie(request.headers.cookie ?? '', BROWSER_COOKIE)
      const [id = '', expiry = '', given = ''] = cookie?.split('.') ?? []
      const expiresAt = Number(expiry)
      const [signature, expected] = [Buffer.from(given), Buffer.from(sign(id, expiresAt, credentials))]
      const isValid = signature.length === expected.length && timingSafeEqual(signature, expected)
      return isValid && expiresAt > now() ? id : null
    },
    remember(response, credentials) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const expiresAt = now() + LIFETIME_MS
      response.cookie(BROWSER_COOKIE, `${id}.${expiresAt}.${sign(id, expiresAt, credentials)}`, {
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        path: '/api/auth',
        maxAge: LIFETIME_MS,
      })
    },
  }
}
