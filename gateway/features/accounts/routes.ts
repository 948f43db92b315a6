import { ACCOUNT_MESSAGES } from '@called-it/shared/contract/accounts'
import { CallError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Limits } from '../../http/limits.ts'
import type { Passwords } from '../../http/passwords.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentCurrentUser } from './presenter.ts'
import { registerUser, resendVerification, verifyEmail } from './service.ts'

type AccountHandlers = Pick<
  Handlers,
  'getCurrentUser' | 'login' | 'register' | 'logout' | 'verifyEmail' | 'resendVerification'
>

export type AccountParts = Pick<GatewayParts, 'postgres' | 'publisher'> & {
  limits: Limits
  passwords: Passwords
}

export function accountRoutes({ postgres, publisher, limits, passwords }: AccountParts): AccountHandlers {
  const { db } = postgres
  return {
    getCurrentUser: async ({ user }) => presentCurrentUser(user),

    async login({ body, address, session }) {
      const who = { account: body.email, address }
      await limits.count('login', who)
      const user = await session.checkCredentials()
      if (!user) throw new CallError('invalid_credentials')
      await limits.forgive('login', who)
      if (user.emailVerifiedAt === null) throw new CallError('email_not_verified')
      await session.logIn(user)
      return presentCurrentUser(user)
    },

    async register({ body, address }) {
      await limits.count('register', { account: body.email, address })
      // Hashed for a known address too: it takes the same time.
      const passwordHash = await passwords.hash(body.password)
      await registerUser(db, { email: body.email, displayName: body.display_name, passwordHash })
      return { message: ACCOUNT_MESSAGES.registered }
    },

    async logout({ session }) {
      const ended = await session.logOut()
      if (ended) await publisher.publish('session:revoked', { ...ended, reason: 'logout' })
      return { message: ACCOUNT_MESSAGES.loggedOut }
    },

    async verifyEmail({ params }) {
      await verifyEmail(db, params.token)
      return { message: ACCOUNT_MESSAGES.verified }
    },

    async resendVerification({ body, address }) {
      await limits.count('resend-verification', { account: body.email, address })
      await resendVerification(db, body.email)
      return { message: ACCOUNT_MESSAGES.verificationSent }
    },
  }
}
