import { createHmac, timingSafeEqual } from 'node:crypto'

/** What express-session puts before a signed id. */
const SIGNED = 's:'

/**
 * The session id in a request's cookies, as express-session signs it: for handshakes, which do not pass
 * through Express. Null where there is none, or its signature is not ours.
 *
 * @param header the request's Cookie header
 */
export function readSessionId(header: string | undefined, cookieName: string, secret: string): string | null {
  const value = findCookie(header ?? '', cookieName)
  if (!value?.startsWith(SIGNED)) return null
  const dot = value.lastIndexOf('.')
  const sessionId = value.slice(SIGNED.length, dot)
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(sign(sessionId, secret))
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isOurs ? sessionId : null
}

/** A session id as the cookie carries it, for tests that log nobody in. */
export function writeSessionCookie(sessionId: string, cookieName: string, secret: string): string {
  return `${cookieName}=${encodeURIComponent(`${SIGNED}${sessionId}.${sign(sessionId, secret)}`)}`
}

function sign(sessionId: string, secret: string): string {
  return createHmac('sha256', secret).update(sessionId).digest('base64').replace(/=+$/, '')
}

function findCookie(header: string, name: string): string | null {
  for (const cookie of header.split(';')) {
    const [key, value] = cookie.split('=', 2)
    if (key?.trim() === name && value !== undefined) return decode(value.trim())
  }
  return null
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
