import { isDemoAddress } from '@called-it/infra/demo/mail-domain'
import type { Database } from '@called-it/infra/postgres/client'
import { consumeRecoveryCode } from '@called-it/infra/postgres/queries/accounts/recovery-codes'
import { findNewestRegistration } from '@called-it/infra/postgres/queries/accounts/registrations'
import { updateSessionExpiry } from '@called-it/infra/postgres/queries/accounts/sessions'
import {
  findUserById,
  findUserWithPassword,
  mayLogIn,
  noteFirstLogin,
  type User,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import type { Request, RequestHandler, Response } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import { nameDevice } from './device-names.ts'
import { BROWSER_COOKIE, type KnownBrowsers } from './known-browsers.ts'
import type { Passwords } from './passwords.ts'
import { inSession } from './resting-rights.ts'
import { hasCookie } from './session-cookie.ts'

type StoredUser = User

declare global {
  namespace Express {
    interface User extends StoredUser {}
  }
}

type Credentials = User | 'not verified' | null

/** How a user has proven who it is. */
export type WayIn = 'password' | 'recovery-code' | 'registration' | 'link' | 'passkey' | 'issuer'

/** A recovery code stands in for a passkey that is lost. */
const countsAsPasskey = (by: WayIn | undefined) => by === 'passkey' || by === 'recovery-code'

/** The password hash is the one that the user had then, or null: a change since ends the login. */
export type Proof = { readonly by: WayIn; readonly passwordHash: string | null }

export type Authentication = {
  /**
   * Sets `request.user` from the database, so that a role that was taken away is gone at once. A deleted or suspended
   * user is logged out.
   */
  readonly restoreUser: RequestHandler
  /**
   * The user with the address and password in the body, which must have been validated: Passport would also read the
   * query string. Null for a wrong password and an unknown address, after the same time. The right password of an
   * address that is not confirmed gets `not verified`.
   */
  checkCredentials(request: Request, response: Response): Promise<Credentials>
  /** The id of the browser where the user of this address has logged in in it before; else null. */
  recogniseBrowser(request: Request, email: string): Promise<string | null>
  /**
   * Creates a session under a new id, so that an id planted before the login is worthless.
   *
   * @param given absent where the credentials in the body were checked
   * @returns the user with the rights of the session, and what proved who it is
   * @throws ApiError `invalid_credentials` where the password was changed, or the user suspended, since the credentials were
   *   checked
   */
  logIn(request: Request, response: Response, user: User, given?: Proof): Promise<{ user: User; by: WayIn }>
}

export function createAuthentication(
  db: Database,
  passwords: Passwords,
  config: Pick<GatewayConfig, 'demo' | 'requiresPasskeys'>,
  browsers: KnownBrowsers,
): Authentication {
  const authenticator = new passport.Passport()
  const proofs = new WeakMap<Request, Proof>()
  /** The device keys of sessions that a login of the same user replaces. */
  const deviceKeys = new WeakMap<Request, string>()
  // Runs between the new id and its only write.
  authenticator.serializeUser<number, Request>((request, user, done) => {
    getDatabaseTime(db).then(
      (now) => {
        request.session.loggedInAt = now.getTime()
        request.session.rolledAt = now.getTime()
        Object.assign(request.session, nameDevice(request.headers['user-agent']))
        if (countsAsPasskey(proofs.get(request)?.by)) request.session.passkeyAt = now.getTime()
        const deviceKey = deviceKeys.get(request)
        if (deviceKey !== undefined) request.session.deviceKey = deviceKey
        done(null, user.id)
      },
      (error: unknown) => done(error),
    )
  })
  authenticator.deserializeUser<number, Request>((request, userId, done) => {
    const hasUsedPasskey = request.session.passkeyAt !== undefined
    findUserById(db, userId).then(
      (user) =>
        done(
          null,
          user && user.deletedAt === null && user.suspendedAt === null
            ? inSession(user, { requiresPasskeys: config.requiresPasskeys, hasUsedPasskey })
            : false,
        ),
      (error: unknown) => done(error),
    )
  })
  authenticator.use(
    new LocalStrategy(
      { usernameField: 'email', passwordField: 'password', passReqToCallback: true },
      (request, email, password, done) => {
        findMatchingUser(db, passwords, email, password).then(
          (match) => {
            if (match === null || match === 'not verified') return done(null, false, { message: match ?? '' })
            // A database that the demo once filled keeps its accounts.
            if (!config.demo && isDemoAddress(email)) return done(null, false)
            proofs.set(request, { by: match.by, passwordHash: match.passwordHash })
            done(null, match.user)
          },
          (error: unknown) => done(error),
        )
      },
    ),
  )

  return {
    restoreUser: authenticator.session(),
    checkCredentials: (request, response) =>
      new Promise((resolve, reject) => {
        const check: RequestHandler = authenticator.authenticate(
          'local',
          { session: false },
          (error: unknown, user?: User | false | null, refusal?: { message: string }) => {
            if (error) reject(error)
            else resolve(user || (refusal?.message === 'not verified' ? refusal.message : null))
          },
        )
        check(request, response, reject)
      }),
    async recogniseBrowser(request, email) {
      if (!hasCookie(request.headers.cookie, BROWSER_COOKIE)) return null
      const known = await findUserWithPassword(db, email)
      return known && browsers.idOf(request, { userId: known.user.id, passwordHash: known.passwordHash })
    },
    async logIn(request, response, user, given) {
      const proof = given ?? proofs.get(request)
      if (!proof) throw new Error('nothing proves who logs in')
      proofs.set(request, proof)
      const { deviceKey } = request.session
      if (deviceKey !== undefined && request.user?.id === user.id) deviceKeys.set(request, deviceKey)
      await new Promise<void>((resolve, reject) => {
        request.logIn(user, (error: unknown) => (error ? reject(error) : resolve()))
      })
      const { by, passwordHash } = proof
      if (await mayLogIn(db, user.id, passwordHash)) {
        await noteFirstLogin(db, user.id)
        if (user.isAdmin) await updateSessionExpiry(db, request.sessionID)
        browsers.remember(response, { userId: user.id, passwordHash })
        const { requiresPasskeys } = config
        return { by, user: inSession(user, { requiresPasskeys, hasUsedPasskey: countsAsPasskey(by) }) }
      }
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: unknown) => (error ? reject(error) : resolve()))
      })
      throw new ApiError('invalid_credentials')
    },
  }
}

/** @param password or one of the user's recovery codes, which is used up */
async function findMatchingUser(
  db: Database,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<({ user: User } & Proof) | 'not verified' | null> {
  // Both are read for every address: the time must not show which exists.
  const [known, registration] = await Promise.all([
    findUserWithPassword(db, email),
    findNewestRegistration(db, email),
  ])
  const passwordHash = (known ?? registration)?.passwordHash ?? null
  const isMatch = await passwords.matches(passwordHash, password)
  if (!isMatch && (await consumeRecoveryCode(db, known?.user.id ?? 0, password)) && known) {
    return { ...known, by: 'recovery-code' }
  }
  if (!isMatch || passwordHash === null) return null
  if (!known || known.user.emailVerifiedAt === null) return 'not verified'
  const { user } = known
  if (!passwords.isOutdated(passwordHash)) return { user, by: 'password', passwordHash }
  const renewed = await passwords.hash(password)
  const isReplaced = await updatePasswordHash(db, user.id, renewed, passwordHash)
  return { user, by: 'password', passwordHash: isReplaced ? renewed : passwordHash }
}
