import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findUserByEmail,
  findUserById,
  type User,
  updateLanguage,
} from '@called-it/infra/postgres/queries/accounts/users'
import { LANGUAGES, textsIn } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { Language } from '@called-it/shared/languages/formats'
import { said } from '@called-it/shared/languages/said'
import { actorOf, originOf } from '../../auth/actor.ts'
import { checkPassword, failedLoginEntry } from '../../auth/current-password.ts'
import type { PasswordRules } from '../../auth/password-rules.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { suspendedError } from '../../auth/suspended-error.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkName } from '../../resources/blocked-names.ts'
import { findInvited } from '../../resources/invited-league.ts'
import { accountEntry } from './audit-entries.ts'
import { changeAvatar } from './avatars.ts'
import { beginSession } from './begin-session.ts'
import { verifyEmail } from './confirmation.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { changeProfile, deleteProfile } from './profile.ts'
import { registerUser, requestPasswordReset, resendVerification } from './registration.ts'
import { consumeBrowserToken } from './registration-browser.ts'

type AccountHandlers = Pick<
  Handlers,
  | 'getCurrentUser'
  | 'setLanguage'
  | 'login'
  | 'register'
  | 'followRegistration'
  | 'logout'
  | 'verifyEmail'
  | 'confirmRegistration'
  | 'resendVerification'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'updateProfile'
  | 'changePassword'
  | 'uploadAvatar'
  | 'deleteProfile'
  | 'checkAdmin'
>

type AccountParts = Pick<GatewayParts, 'postgres' | 'publisher' | 'config'> & {
  limits: RateLimits
  passwords: Passwords
  passwordRules: PasswordRules
}

export function accountRoutes({
  postgres,
  publisher,
  config,
  limits,
  passwords,
  passwordRules,
}: AccountParts): AccountHandlers {
  const { db } = postgres
  const parts = { db, publisher, limits, passwords, passwordRules, leagueLimits: config.leagues }

  const readUser = async (userId: number): Promise<CurrentUser> => {
    const user = await findUserById(db, userId)
    // Deleted during this request.
    if (!user || user.deletedAt !== null) throw new ApiError('not_logged_in')
    return presentCurrentUser(user)
  }

  return {
    getCurrentUser: async ({ user }) => presentCurrentUser(user),

    async setLanguage({ user, address, body: { language } }) {
      await limits.count('language', { account: user.id, address })
      if (!LANGUAGES.includes(language)) {
        throw new ApiError('invalid', {
          issues: [{ path: 'language', message: said('field.language') }],
        })
      }
      await updateLanguage(db, user.id, language)
      return readUser(user.id)
    },

    async login(request) {
      const { body, address, session } = request
      const logFailure = async (reason: string) => {
        // Same time for unknown addresses.
        const known = await findUserByEmail(db, body.email)
        await insertAuditEntry(
          db,
          failedLoginEntry(known && userSubject(known.id), originOf(request), reason),
        )
      }
      const browser = await session.recogniseBrowser(body.email)
      const limit = browser === null ? 'login' : 'login-known-browser'
      const client = { account: browser ?? body.email, address }
      await limits.count(limit, client)
      const user = await session.checkCredentials()
      if (!user) {
        await logFailure('wrong credentials')
        throw new ApiError('invalid_credentials')
      }
      await limits.forgive(limit, client)
      if (user === 'not verified') {
        await logFailure('address not verified')
        throw new ApiError('email_not_verified')
      }
      if (user.suspendedAt !== null) {
        await logFailure('suspended')
        throw await suspendedError(db, user.id)
      }
      await beginSession(parts, request, user)
      return presentCurrentUser(user)
    },

    async register(request) {
      const { email, display_name: displayName, password, invitation, showId = null } = request.body
      const { address } = request
      passwordRules.refuseGuessable(password, { displayName, email })
      await limits.count('register', { account: email, address })
      await checkName(db, displayName, 'display_name')
      await passwordRules.refuseBreached(password)
      const invited =
        invitation && (await findInvited({ db, rateLimits: limits }, { invitation, userId: null, address }))
      // Same time for known addresses.
      const passwordHash = await passwords.hash(password)
      const registration = {
        email,
        displayName,
        passwordHash,
        invitation: invited && invitation ? invitation : null,
        showId,
        language: request.language,
      }
      request.session.keepRegistrationToken(await registerUser(db, registration, originOf(request)))
      return acknowledge(request, 'registered')
    },

    async followRegistration(request) {
      const { session, address, body } = request
      if (session.registrationToken === null || session.known !== null) return { user: null }
      await limits.count('follow-registration', { account: session.registrationToken, address })
      const confirmed = await consumeBrowserToken(db, session.registrationToken, body.token)
      if (confirmed === null) return { user: null }
      await beginSession(parts, request, confirmed.user, confirmed.passwordHash)
      return { user: presentCurrentUser(confirmed.user) }
    },

    async logout(request) {
      const ended = await request.session.logOut()
      if (ended) {
        await insertAuditEntry(db, accountEntry(ended.userId, originOf(request), 'logged-out'))
        await publisher.publish('session:revoked', { ...ended, reason: 'logout' })
      }
      return acknowledge(request, 'loggedOut')
    },

    async verifyEmail(request) {
      const { passwordNeeded, showId } = await verifyEmail(parts, request.params.token, originOf(request))
      if (passwordNeeded) return { ...acknowledge(request, 'passwordNeeded'), passwordNeeded }
      return { ...acknowledge(request, 'verified'), ...(showId !== null && { showId }) }
    },

    async confirmRegistration(request) {
      const { params, body } = request
      const { showId } = await verifyEmail(parts, params.token, originOf(request), body.password)
      return { ...acknowledge(request, 'verified'), ...(showId !== null && { showId }) }
    },

    async resendVerification(request) {
      const { body, address } = request
      await limits.count('resend-verification', { account: body.email, address })
      await resendVerification(db, body.email)
      return acknowledge(request, 'verificationSent')
    },

    async requestPasswordReset(request) {
      const { body, address } = request
      await limits.count('forgot-password', { account: body.email, address })
      await requestPasswordReset(db, body.email)
      return acknowledge(request, 'resetRequested')
    },

    async resetPassword(request) {
      await resetPassword(parts, request.body, originOf(request))
      return acknowledge(request, 'passwordReset')
    },

    async updateProfile(request) {
      await limits.count('rename', { account: request.user.id, address: request.address })
      const { display_name: name } = request.body
      if (name !== undefined) await checkName(db, name, 'display_name')
      await changeProfile(parts, actorOf(request), request.body)
      return readUser(request.user.id)
    },

    async changePassword(request) {
      const { user, body, session } = request
      session.writeCookie(await changePassword(parts, user, actorOf(request), body, session.known))
      return acknowledge(request, 'passwordChanged')
    },

    async uploadAvatar(request) {
      await changeAvatar(parts, actorOf(request), request.upload)
      return readUser(request.user.id)
    },

    async deleteProfile(request) {
      await checkPassword(parts, request.user, actorOf(request), request.body.password, request.session.known)
      await deleteProfile(parts, request.user, actorOf(request))
      await request.session.logOut()
      return acknowledge(request, 'deleted')
    },

    checkAdmin: async () => ({ isAdmin: true }),
  }
}

function acknowledge({ language }: { language: Language }, reply: keyof typeof ACCOUNT_MESSAGES) {
  return { message: textsIn(language)(ACCOUNT_MESSAGES[reply]) }
}

function presentCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    // Null only for deleted users, who cannot log in.
    email: user.email ?? '',
    display_name: user.displayName,
    avatar_path: user.avatarPath,
    shows_picks: user.showsPicks,
    language: user.language,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    email_verified: user.emailVerifiedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
