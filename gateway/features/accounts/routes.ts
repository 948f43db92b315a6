import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findUserByEmail,
  findUserById,
  type User,
  updateLanguage,
} from '@called-it/infra/postgres/queries/accounts/users'
import { LANGUAGES } from '@called-it/languages/texts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { said } from '@called-it/shared/languages/said'
import { actorOf, originOf } from '../../auth/actor.ts'
import { failedLoginEntry } from '../../auth/current-password.ts'
import { requireOwner } from '../../auth/fresh-login.ts'
import type { Passkeys } from '../../auth/passkeys.ts'
import type { PasswordRules } from '../../auth/password-rules.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { inSession } from '../../auth/resting-rights.ts'
import { suspendedError } from '../../auth/suspended-error.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers, RequestSession } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkName } from '../../resources/blocked-names.ts'
import { findInvited } from '../../resources/invited-league.ts'
import { checkRegistration } from '../../resources/registration-gate.ts'
import { acknowledge } from './acknowledge.ts'
import { accountEntry } from './audit-entries.ts'
import { changeAvatar } from './avatars.ts'
import { beginSession } from './begin-session.ts'
import { verifyEmail } from './confirmation.ts'
import { suggestName } from './passkeys/own-passkeys.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { presentCurrentUser } from './present-current-user.ts'
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

type UsersRequest = { readonly user: User; readonly session: Pick<RequestSession, 'known'> }

export type AccountParts = Pick<GatewayParts, 'postgres' | 'publisher' | 'config'> & {
  limits: RateLimits
  passwords: Passwords
  passwordRules: PasswordRules
  passkeys: Passkeys
}

export function accountRoutes({
  postgres,
  publisher,
  config,
  limits,
  passwords,
  passwordRules,
  passkeys,
}: AccountParts): AccountHandlers {
  const { db } = postgres
  const parts = {
    db,
    publisher,
    config,
    limits,
    passwords,
    passwordRules,
    passkeys,
    get leagueLimits() {
      return config.leagues
    },
  }

  const readUser = async ({ user, session: { known } }: UsersRequest): Promise<CurrentUser> => {
    const changed = await findUserById(db, user.id)
    // Deleted during this request.
    if (!changed || changed.deletedAt !== null) throw new ApiError('not_logged_in')
    const { requiresPasskeys } = config
    return presentCurrentUser(
      inSession(changed, { requiresPasskeys, hasUsedPasskey: known?.hasUsedPasskey ?? false }),
    )
  }

  return {
    getCurrentUser: async ({ user }) => presentCurrentUser(user),

    async setLanguage(request) {
      const { user, address, body } = request
      const { language } = body
      await limits.count('language', { account: user.id, address })
      if (!LANGUAGES.includes(language)) {
        throw new ApiError('invalid', {
          issues: [{ path: 'language', message: said('field.language') }],
        })
      }
      await updateLanguage(db, user.id, language)
      return readUser(request)
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
      return presentCurrentUser(await beginSession(parts, request, user))
    },

    async register(request) {
      const { email, display_name: displayName, password, passkey, invitation, showId = null } = request.body
      const { address, session } = request
      if (password !== undefined) passwordRules.refuseGuessable(password, { displayName, email })
      await limits.count('register', { account: email, address })
      await checkName(db, displayName, 'display_name')
      if (password !== undefined) await passwordRules.refuseBreached(password)
      await checkRegistration(parts, { invitation: invitation ?? null, address })
      const invited =
        invitation && (await findInvited({ db, rateLimits: limits }, { invitation, userId: null, address }))
      // Same time for known addresses.
      const passwordHash = password === undefined ? null : await passwords.hash(password)
      const name = suggestName(session.nameDevice())
      const registration = {
        email,
        displayName,
        passwordHash,
        passkey: passkey ? await passkeys.verifyNew(passkey.response, { userId: null, name }) : null,
        invitation: invited && invitation ? invitation : null,
        showId,
        language: request.language,
      }
      session.keepRegistrationToken(await registerUser(db, registration, originOf(request)))
      return acknowledge(request, 'registered')
    },

    async followRegistration(request) {
      const { session, address, body } = request
      if (session.registrationToken === null || session.known !== null) return { user: null }
      await limits.count('follow-registration', { account: session.registrationToken, address })
      const confirmed = await consumeBrowserToken(db, session.registrationToken, body.token)
      if (confirmed === null) return { user: null }
      const { user, passwordHash } = confirmed
      const known = await beginSession(parts, request, user, { by: 'registration', passwordHash })
      return { user: presentCurrentUser(known) }
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
      return readUser(request)
    },

    async changePassword(request) {
      const { user, body, session } = request
      session.writeCookie(await changePassword(parts, user, actorOf(request), body, session.known))
      return acknowledge(request, 'passwordChanged')
    },

    async uploadAvatar(request) {
      await changeAvatar(parts, actorOf(request), request.upload)
      return readUser(request)
    },

    async deleteProfile(request) {
      await requireOwner(parts, request, request.body.password)
      await deleteProfile(parts, request.user, actorOf(request))
      await request.session.logOut()
      return acknowledge(request, 'deleted')
    },

    checkAdmin: async () => ({ isAdmin: true }),
  }
}
