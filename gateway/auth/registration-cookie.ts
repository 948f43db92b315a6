import type { CookieOptions, Request, Response } from 'express'
import { findCookie } from './session-cookie.ts'

const LIFETIME_MS = 24 * 3_600_000

/** The token of the registration that a browser made last. It logs the browser in once, after that was confirmed. */
export type RegistrationCookie = {
  read(request: Request): string | null
  write(response: Response, token: string): void
  clear(request: Request, response: Response): void
}

export function createRegistrationCookie({ isSecure }: { isSecure: boolean }): RegistrationCookie {
  // With the prefix no other host of the domain can plant one.
  const name = isSecure ? '__Host-called-it-registration' : 'called-it-registration'
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' }
  const read = (request: Request) => findCookie(request.headers.cookie ?? '', name)
  return {
    read,
    write: (response, token) => void response.cookie(name, token, { ...options, maxAge: LIFETIME_MS }),
    clear(request, response) {
      if (read(request) !== null) response.clearCookie(name, options)
    },
  }
}
