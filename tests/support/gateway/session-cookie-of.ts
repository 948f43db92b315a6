/** The session's cookie of a login's response, for the Cookie header; empty if there is none. */
export function sessionCookieOf({ headers }: { headers: Headers }): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  return cookies.find((cookie) => /^(__Host-)?called-it=/.test(cookie)) ?? ''
}
