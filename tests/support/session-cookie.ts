/** The session cookie that a response sets, without its attributes; empty if it sets none. */
export function sessionCookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find((text) => /^(__Host-)?called-it=/.test(text)) ?? ''
  return cookie.split(';', 1)[0] ?? ''
}
