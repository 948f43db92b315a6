import type { CookieOptions, Request, Response } from 'express'
import { findCookie } from './session-cookie.ts'

/** A token that only the browser has, with which it logs in once that is confirmed. */
export type BrowserCookie = {
  read(request: Request): string | null
  write(response: Response, token: string): void
  clear(request: Request, response: Response): void
}

export function createBrowserCookie({
  name: suffix,
  minutes,
  isSecure,
}: {
  name: string
  minutes: number
  isSecure: boolean
}): BrowserCookie {
  // With the prefix no other host of the domain can plant one.
  const name = `${isSecure ? '__Host-' : ''}called-it-${suffix}`
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' }
  const read = (request: Request) => findCookie(request.headers.cookie ?? '', name)
  return {
    read,
    write: (response, token) => void response.cookie(name, token, { ...options, maxAge: minutes * 60_000 }),
    clear(request, response) {
      if (read(request) !== null) response.clearCookie(name, options)
    },
  }
}
