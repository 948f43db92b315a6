import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findUserByEmail, findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import { ACCOUNT_MESSAGES, type CurrentUser } from '@called-it/shared/contract/accounts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { actorOf, failedLoginEntry, originOf, ownAccountEntry } from './audit.ts'
import { changeAvatar } from './avatars.ts'
import { changePassword, provePassword, resetPassword } from './passwords.ts'
import { presentCurrentUser } from './presenter.ts'
import { changeName, deleteProfile } from './profile.ts'
import { registerUser, requestPasswordReset, resendVerification, verifyEmail } from './registering.ts'

type AccountHandlers = Pick<
  Handlers,
  | 'getCurrentUser'
  | 'login'
  | 'register'
  | 'logout'
  | 'verifyEmail'
  | 'resendVerification'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'updateProfile'
  | 'changePassword'
  | 'uploadAvatar'
  | 'deleteProfile'
>

export type AccountParts = Pick<GatewayParts, 'postgres' | 'publisher'> & {
  limits: RateLimits
  passwords: Passwords
}

export function accountRoutes({ postgres, publisher, limits, passwords }: AccountParts): AccountHandlers {
  const { db } = postgres
  const parts = { db, publisher, limits, passwords }

  const presentAgain = async (userId: number): Promise<CurrentUser> => {
    const user = await findUserById(db, userId)
    // Deleted while this call was under way.
    if (!user || user.deletedAt !== null) throw new ApiError('not_logged_in')
    return presentCurrentUser(user)
  }

  return {
    getCurrentUser: async ({ user }) => presentCurrentUser(user),

    async login(call) {
      const { body, address, session } = call
      const who = { account: body.email, address }
      const noteFailure = async (reason: string) => {
        // Looked up for an unknown address too: it takes the same time.
        const known = await findUserByEmail(db, body.email)
        await insertAuditEntry(db, failedLoginEntry(known?.id ?? null, originOf(call), reason))
      }
      await limits.count('login', who)
      const user = await session.checkCredentials()
      if (!user) {
        await noteFailure('wrong credentials')
        throw new ApiError('invalid_credentials')
      }
      await limits.forgive('login', who)
      if (user.emailVerifiedAt === null) {
        await noteFailure('address not verified')
        throw new ApiError('email_not_verified')
      }
      await session.logIn(user)
      await insertAuditEntry(db, ownAccountEntry(user.id, originOf(call), 'logged-in'))
      return presentCurrentUser(user)
    },

    async register(call) {
      const { email, display_name: displayName, password } = call.body
      await limits.count('register', { account: email, address: call.address })
      // Hashed for a known address too: it takes the same time.
      const passwordHash = await passwords.hash(password)
      await registerUser(db, { email, displayName, passwordHash }, originOf(call))
      return { message: ACCOUNT_MESSAGES.registered }
    },

    async logout(call) {
      const ended = await call.session.logOut()
      if (ended) {
        await insertAuditEntry(db, ownAccountEntry(ended.userId, originOf(call), 'logged-out'))
        await publisher.publish('session:revoked', { ...ended, reason: 'logout' })
      }
      return { message: ACCOUNT_MESSAGES.loggedOut }
    },

    async verifyEmail(call) {
      await verifyEmail(db, call.params.token, originOf(call))
      return { message: ACCOUNT_MESSAGES.verified }
    },

    async resendVerification({ body, address }) {
      await limits.count('resend-verification', { account: body.email, address })
      await resendVerification(db, body.email)
      return { message: ACCOUNT_MESSAGES.verificationSent }
    },

    async requestPasswordReset({ body, address }) {
      await limits.count('forgot-password', { account: body.email, address })
      await requestPasswordReset(db, body.email)
      return { message: ACCOUNT_MESSAGES.resetRequested }
    },

    async resetPassword(call) {
      await resetPassword(parts, call.body, originOf(call))
      return { message: ACCOUNT_MESSAGES.passwordReset }
    },

    async updateProfile(call) {
      await changeName(parts, actorOf(call), call.body.display_name)
      return presentAgain(call.user.id)
    },

    async changePassword(call) {
      await changePassword(parts, call.user, actorOf(call), call.body, call.session.known)
      return { message: ACCOUNT_MESSAGES.passwordChanged }
    },

    async uploadAvatar(call) {
      await limits.count('avatar', { account: call.user.id, address: call.address })
      await changeAvatar(parts, actorOf(call), call.upload)
      return presentAgain(call.user.id)
    },

    async deleteProfile(call) {
      await provePassword(parts, call.user, actorOf(call), call.body.password)
      await deleteProfile(parts, actorOf(call))
      await call.session.logOut()
      return { message: ACCOUNT_MESSAGES.deleted }
    },
  }
}
