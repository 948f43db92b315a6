import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Postgres } from '@called-it/infra/postgres/client'
import {
  type ActiveSession,
  endOldestSessions,
  endSingleSessions,
  findActiveSession,
  listActiveSessions,
  SESSION_DAYS,
  updateSessionExpiry,
} from '@called-it/infra/postgres/queries/accounts/sessions'
import { LINK_MINUTES } from '@called-it/shared/contract/login-links'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import connectPgSimple from 'connect-pg-simple'
import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import type { GatewayConfig } from '../config.ts'
import { type BrowserCookie, createBrowserCookie } from './browser-cookie.ts'
import { ATTEMPT_MINUTES } from './issuer-attempts.ts'
import { inSession } from './resting-rights.ts'
import { hasCookie, readSessionId, signSessionId } from './session-cookie.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

declare module 'express-session' {
  /** Times are in milliseconds since 1970, by the database's clock. */
  interface SessionData {
    passport?: { user?: number }
    /** When the user logged in. */
    loggedInAt?: number
    /** When the user last proved again who it is. */
    confirmedAt?: number
    /** When the user last used a passkey in this session. */
    passkeyAt?: number
    /** When the expiry was last moved. */
    rolledAt?: number
    /** Of the login; null or absent where unknown. */
    browser?: string | null
    system?: string | null
    /** Every further change of the password requires the current one. */
    hasChangedPassword?: boolean
    /** The device that the session has subscribed to pushes. Queries write it. */
    deviceKey?: string
  }
}

/** The session of a socket's handshake. */
export type SocketSession = {
  readonly userId: number
  readonly isAdmin: boolean
  /** Admins are, too. */
  readonly isOperator: boolean
  readonly hasUsedPasskey: boolean
  readonly sessionHash: string
}

export type Sessions = {
  readonly cookieName: string
  /** Of the registration that a browser made last. */
  readonly registration: BrowserCookie
  /** Of the login link that a browser asked for last. */
  readonly link: BrowserCookie
  /** Of the sign-in at an issuer that a browser began last. */
  readonly issuer: BrowserCookie
  /** Reads the session of a request. A visitor without one gets none stored. */
  readonly read: RequestHandler
  /** Moves the expiry of a session in use, at most once an hour. */
  roll(request: Request): Promise<void>
  /** Sets the cookie of a session that was given a new id. */
  writeCookie(response: Response, sessionId: string): void
  /** Sets the flag of a session that has begun. */
  setFlag(response: Response): void
  /** Ends those of a user that are too many. Returns their hashes. */
  endOldest(userId: number): Promise<string[]>
  /** Deletes the session with its device. */
  endStored(request: Request): Promise<void>
  /** Deletes the cookies too. */
  end(request: Request, response: Response): Promise<void>
  /** Deletes the flag of a session that has ended elsewhere. */
  deleteFlag(request: Request, response: Response): void
  /** Sets the flag of a session that lacks it, because it began before there were flags. */
  restoreFlag(request: Request, response: Response): Promise<void>
  /** The session of a handshake, which does not pass through Express; null for a visitor. */
  readLive(request: IncomingMessage): Promise<SocketSession | null>
  listLive(userIds: readonly number[]): Promise<SocketSession[]>
}

export type SessionOptions = {
  postgres: Postgres
  secret: string
  /** Restricts the cookie to TLS. */
  isSecure: boolean
  config: Pick<GatewayConfig, 'requiresPasskeys'>
}

type StoredSession = Parameters<session.Store['set']>[1]

/**
 * Gives a stored session its own expiry, which is earlier than its cookie's. Writes each session once: express-session
 * saves that of a login again with the response, which would bring it back after a reset that ended it.
 */
class SessionStore extends connectPgSimple(session) {
  readonly #written = new WeakSet<StoredSession>()

  override set(sessionId: string, stored: StoredSession, done?: (error?: unknown) => void): void {
    if (this.#written.has(stored)) {
      done?.()
      return
    }
    this.#written.add(stored)
    const { loggedInAt = Date.now() } = stored
    const end = Math.min(Date.now() + SESSION_DAYS.idle * DAY_MS, loggedInAt + SESSION_DAYS.max * DAY_MS)
    super.set(sessionId, { ...stored, cookie: { ...stored.cookie, expires: new Date(end) } }, done)
  }
}

/** Sessions are stored in Postgres, so that users stay logged in when Redis is wiped. */
export function createSessions({ postgres, secret, isSecure, config }: SessionOptions): Sessions {
  const maxAge = SESSION_DAYS.max * DAY_MS
  // A browser accepts the prefix `__Host-` only over TLS and from this very host.
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
    // The longest that a session can last; its row decides when it ends.
    cookie: { ...cookie, maxAge },
    resave: false,
    saveUninitialized: false,
    store: new SessionStore({
      pool: postgres.pool,
      tableName: 'sessions',
      // A touch would write at every request, and the workers delete expired sessions.
      disableTouch: true,
      pruneSessionInterval: false,
    }),
  })

  const flag: CookieOptions = { ...cookie, httpOnly: false }
  const setFlag = (response: Response): void => {
    response.cookie(SESSION_FLAG.name, SESSION_FLAG.value, { ...flag, maxAge })
  }

  async function readLive({ headers }: IncomingMessage): Promise<SocketSession | null> {
    const sessionId = readSessionId(headers.cookie, cookieName, secret)
    const alive = sessionId === null ? null : await findActiveSession(postgres.db, sessionId)
    return alive && toSocketSession(alive, config.requiresPasskeys)
  }

  async function endStored({ user, sessionID }: Request): Promise<void> {
    if (!user) return
    await postgres.db.transaction().execute((trx) => endSingleSessions(trx, user.id, [sessionID]))
  }

  return {
    cookieName,
    registration: createBrowserCookie({ name: 'registration', minutes: 24 * 60, isSecure }),
    link: createBrowserCookie({ name: 'link', minutes: LINK_MINUTES, isSecure }),
    issuer: createBrowserCookie({ name: 'issuer', minutes: ATTEMPT_MINUTES, isSecure }),
    read,
    readLive,
    setFlag,
    endStored,
    async endOldest(userId) {
      const ended = await postgres.db.transaction().execute((trx) => endOldestSessions(trx, userId))
      return ended.map(hashSessionId)
    },
    async roll(request) {
      const { rolledAt } = request.session
      if (rolledAt !== undefined && Date.now() - rolledAt > HOUR_MS) {
        await updateSessionExpiry(postgres.db, request.sessionID)
      }
    },
    writeCookie(response, sessionId) {
      response.cookie(cookieName, signSessionId(sessionId, secret), { ...cookie, maxAge })
    },
    async end(request, response) {
      await endStored(request)
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: unknown) => (error ? reject(error) : resolve()))
      })
      response.clearCookie(cookieName, cookie)
      response.clearCookie(SESSION_FLAG.name, flag)
    },
    deleteFlag({ headers }, response) {
      if (hasCookie(headers.cookie, SESSION_FLAG.name)) response.clearCookie(SESSION_FLAG.name, flag)
    },
    async restoreFlag(request, response) {
      const { cookie } = request.headers
      if (hasCookie(cookie, SESSION_FLAG.name) || !hasCookie(cookie, cookieName)) return
      // A page that could not wait longer has been sent.
      if ((await readLive(request)) && !response.headersSent) setFlag(response)
    },
    listLive: async (userIds) =>
      (await listActiveSessions(postgres.db, userIds)).map((alive) =>
        toSocketSession(alive, config.requiresPasskeys),
      ),
  }
}

function toSocketSession(alive: ActiveSession, requiresPasskeys: boolean): SocketSession {
  const { sessionId, userId, hasUsedPasskey } = alive
  const { isAdmin, isLiveOperator } = inSession(alive, { requiresPasskeys, hasUsedPasskey })
  const isOperator = isAdmin || isLiveOperator
  return { userId, isAdmin, isOperator, hasUsedPasskey, sessionHash: hashSessionId(sessionId) }
}

export function generateSessionId(): string {
  return randomBytes(24).toString('base64url')
}

/** Names a session to other processes; with the id itself anyone who reads it could use the session. */
export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}
