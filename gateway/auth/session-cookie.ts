import { createHmac, timingSafeEqual } from 'node:crypto'

/** The prefix of a signed id in express-session. */
const SIGNED = 's:'

/**
 * Reads the session id from a cookie that express-session signed, for handshakes, which do not pass through Express.
 *
 * @param header the Cookie header
 * @returns null where there is none or its signature is wrong
 */
export function readSessionId(header: string | undefined, cookieName: string, secret: string): string | null {
  const value = findCookie(header ?? '', cookieName)
  if (!value?.startsWith(SIGNED)) return null
  const dot = value.lastIndexOf('.')
  const sessionId = value.slice(SIGNED.length, dot)
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(sign(sessionId, secret))
  const isValid = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isValid ? sessionId : null
}

/** The value of the cookie, signed as express-session signs it; not encoded. */
export function signSessionId(sessionId: string, secret: string): string {
  return `${SIGNED}${sessionId}.${sign(sessionId, secret)}`
}

/** For tests that do not log in. */
export function writeSessionCookie(sessionId: string, cookieName: string, secret: string): string {
  return `${cookieName}=${encodeURIComponent(signSessionId(sessionId, secret))}`
}

function sign(sessionId: string, secret: string): string {
  return createHmac('sha256', secret).update(sessionId).digest('base64').replace(/=+$/, '')
}

export function findCookie(header: string, name: string): string | null {
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
