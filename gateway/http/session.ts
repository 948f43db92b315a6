import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Postgres } from '@called-it/infra/postgres/client'
import {
  type ActiveSession,
  findActiveSession,
  listActiveSessions,
  SESSION_DAYS,
  updateSessionExpiry,
} from '@called-it/infra/postgres/queries/accounts/sessions'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/clock'
import connectPgSimple from 'connect-pg-simple'
import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import type { LiveSession } from '../hub/live-socket.ts'
import { readSessionId } from './session-cookie.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

declare module 'express-session' {
  interface SessionData {
    /** Written by Passport: whose session it is. */
    passport?: { user?: number }
    /** When the password was last given, by the database's clock, in milliseconds since 1970. */
    loggedInAt?: number
    /** When the end of the session was last put off, in milliseconds since 1970. */
    rolledAt?: number
  }
}

export type Sessions = {
  readonly cookieName: string
  /** Reads the session of a request. A visitor without one gets none stored. */
  readonly read: RequestHandler
  /** Notes in the session that a login has just made when that was, by the database's clock; it is stored with the answer. */
  begin(request: Request): Promise<void>
  /** Puts the end of a session in use off, at most once an hour. */
  roll(request: Request): Promise<void>
  /** Ends the session for good, and takes the cookie back. */
  end(request: Request, response: Response): Promise<void>
  /** The session of a handshake, which does not pass through Express; null for a visitor. */
  readLive(request: IncomingMessage): Promise<LiveSession | null>
  /** The sessions of these users that are alive. */
  listLive(userIds: readonly number[]): Promise<LiveSession[]>
}

export type SessionOptions = {
  postgres: Postgres
  secret: string
  /** Whether fans reach the site over TLS: the cookie then travels over nothing else. */
  isSecure: boolean
}

/** What a session that is stored says of itself. */
type StoredSession = Parameters<session.Store['set']>[1]

/** Stores a session with the end that it has by its use, which is not the end of its cookie. */
class SessionStore extends connectPgSimple(session) {
  override set(sessionId: string, stored: StoredSession, done?: (error?: unknown) => void): void {
    const { loggedInAt = Date.now() } = stored
    const end = Math.min(Date.now() + SESSION_DAYS.idle * DAY_MS, loggedInAt + SESSION_DAYS.max * DAY_MS)
    super.set(sessionId, { ...stored, cookie: { ...stored.cookie, expires: new Date(end) } }, done)
  }
}

/** Sessions are kept in Postgres, so that an emptied Redis logs nobody out. */
export function createSessions({ postgres, secret, isSecure }: SessionOptions): Sessions {
  // A browser takes the first name only over TLS and from this very host.
  const cookieName = isSecure ? '__Host-called-it' : 'called-it'
  const cookie: CookieOptions & { httpOnly: true } = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
  }
  const read = session({
    name: cookieName,
    secret,
    // The cookie lives as long as a session ever can; when the session ends is decided by its row.
    cookie: { ...cookie, maxAge: SESSION_DAYS.max * DAY_MS },
    resave: false,
    saveUninitialized: false,
    store: new SessionStore({
      pool: postgres.pool,
      tableName: 'sessions',
      // A touch would write at every request, and the workers sweep out what has expired.
      disableTouch: true,
      pruneSessionInterval: false,
    }),
  })

  return {
    cookieName,
    read,
    async begin({ session }) {
      session.loggedInAt = (await getDatabaseTime(postgres.db)).getTime()
      session.rolledAt = session.loggedInAt
    },
    async roll(request) {
      const { rolledAt } = request.session
      if (rolledAt !== undefined && Date.now() - rolledAt > HOUR_MS) {
        await updateSessionExpiry(postgres.db, request.sessionID)
      }
    },
    async end(request, response) {
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: unknown) => (error ? reject(error) : resolve()))
      })
      response.clearCookie(cookieName, cookie)
    },
    async readLive({ headers }) {
      const sessionId = readSessionId(headers.cookie, cookieName, secret)
      const alive = sessionId === null ? null : await findActiveSession(postgres.db, sessionId)
      return alive && toLive(alive)
    },
    listLive: async (userIds) => (await listActiveSessions(postgres.db, userIds)).map(toLive),
  }
}

function toLive({ sessionId, userId, isAdmin }: ActiveSession): LiveSession {
  return { userId, isAdmin, sessionHash: hashSessionId(sessionId) }
}

/** A session as processes name it to each other: its id itself would let whoever reads it in. */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}
