import type { Database } from '@called-it/infra/postgres/client'
import {
  findUserById,
  findUserWithPassword,
  hasPasswordHash,
  type User,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import type { Request, RequestHandler, Response } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import { CallError } from './errors.ts'
import type { Passwords } from './passwords.ts'

type StoredUser = User

declare global {
  namespace Express {
    interface User extends StoredUser {}
  }
}

export type Authentication = {
  /** Sets `request.user` from the session, read anew from the database: rights that were taken are gone at once. */
  readonly restoreUser: RequestHandler
  /**
   * The user whose address and password stand in the request's body; null where they do not belong together,
   * with nothing in the time it takes to tell why. The body must have been validated: Passport would also look
   * into the query string.
   */
  checkCredentials(request: Request, response: Response): Promise<User | null>
  /**
   * Makes the user's session under a new id, so that an id planted before the login is worth nothing. It does not
   * outlive a change of the password that has come between the check of the credentials and now.
   *
   * @throws CallError `invalid_credentials` after such a change
   */
  logIn(request: Request, user: User): Promise<void>
}

/** Logging in by address and password, and being known by one's session afterwards. */
export function createAuthentication(db: Database, passwords: Passwords): Authentication {
  const authenticator = new passport.Passport()
  /** What the credentials of a request were checked against. */
  const checked = new WeakMap<Request, string>()
  authenticator.serializeUser((user, done) => done(null, user.id))
  authenticator.deserializeUser((userId: number, done) => {
    findUserById(db, userId).then(
      (user) => done(null, user && user.deletedAt === null ? user : false),
      (error: unknown) => done(error),
    )
  })
  authenticator.use(
    new LocalStrategy(
      { usernameField: 'email', passwordField: 'password', passReqToCallback: true },
      (request, email, password, done) => {
        findMatchingUser(db, passwords, email, password).then(
          (match) => {
            if (match) checked.set(request, match.passwordHash)
            done(null, match?.user ?? false)
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
          (error: unknown, user?: User | false | null) => (error ? reject(error) : resolve(user || null)),
        )
        check(request, response, reject)
      }),
    async logIn(request, user) {
      await new Promise<void>((resolve, reject) => {
        request.logIn(user, (error: unknown) => (error ? reject(error) : resolve()))
      })
      const passwordHash = checked.get(request)
      if (passwordHash === undefined || (await hasPasswordHash(db, user.id, passwordHash))) return
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: unknown) => (error ? reject(error) : resolve()))
      })
      throw new CallError('invalid_credentials')
    },
  }
}

async function findMatchingUser(
  db: Database,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const known = await findUserWithPassword(db, email)
  const isMatch = await passwords.matches(known?.passwordHash ?? null, password)
  if (!known || !isMatch) return null
  if (!passwords.isOutdated(known.passwordHash)) return known
  const renewed = await passwords.hash(password)
  const isReplaced = await updatePasswordHash(db, known.user.id, renewed, known.passwordHash)
  return { user: known.user, passwordHash: isReplaced ? renewed : known.passwordHash }
}
