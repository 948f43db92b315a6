import { isDemoAddress } from '@called-it/infra/demo/mail-domain'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { listPasskeys } from '@called-it/infra/postgres/queries/accounts/passkeys'
import { findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import { actorOf, originOf } from '../../../auth/actor.ts'
import { failedLoginEntry } from '../../../auth/current-password.ts'
import type { Passkeys } from '../../../auth/passkeys.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import { suspendedError } from '../../../auth/suspended-error.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { checkName } from '../../../resources/blocked-names.ts'
import { beginSession } from '../begin-session.ts'
import { presentCurrentUser } from '../present-current-user.ts'
import {
  addPasskey,
  readOwnPasskeys,
  refuseWhileResting,
  removePasskey,
  renewRecoveryCodes,
  suggestName,
} from './own-passkeys.ts'

type PasskeyHandlers = Pick<
  Handlers,
  | 'passkeyOptions'
  | 'logInByPasskey'
  | 'passkeySignUpOptions'
  | 'listPasskeys'
  | 'passkeyAddOptions'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
>

type PasskeyParts = Pick<GatewayParts, 'postgres' | 'publisher' | 'config'> & {
  limits: RateLimits
  passkeys: Passkeys
}

export function passkeyRoutes({
  postgres: { db },
  publisher,
  config: { demo },
  limits,
  passkeys,
}: PasskeyParts): PasskeyHandlers {
  return {
    async passkeyOptions({ address }) {
      await limits.count('passkey-options', { account: null, address })
      return passkeys.requestOptions()
    },

    async logInByPasskey(request) {
      const { body, address } = request
      const client = { account: null, address }
      const logFailure = (userId: number | null, reason: string) =>
        insertAuditEntry(
          db,
          failedLoginEntry(userId === null ? null : userSubject(userId), originOf(request), reason),
        )
      await limits.count('login', client)
      const proven = await passkeys.verify(body.response).catch(async (error: unknown) => {
        await logFailure(null, 'passkey refused')
        throw error
      })
      const user = await findUserById(db, proven.userId)
      const isDemo = !demo && isDemoAddress(user?.email ?? '')
      if (!user || user.emailVerifiedAt === null || isDemo) throw new ApiError('passkey_refused')
      if (user.suspendedAt !== null) {
        await logFailure(user.id, 'suspended')
        throw await suspendedError(db, user.id)
      }
      await limits.forgive('login', client)
      const proof = { by: 'passkey', passwordHash: proven.passwordHash } as const
      return presentCurrentUser(await beginSession({ db, publisher }, request, user, proof))
    },

    async passkeySignUpOptions({ body, address }) {
      await limits.count('passkey-options', { account: null, address })
      const { email, display_name: displayName } = body
      // Before a passkey is made that the registration refuses.
      await checkName(db, displayName, 'display_name')
      return passkeys.creationOptions({ userId: null, email, displayName, passkeys: [] })
    },

    listPasskeys: ({ user, session }) => readOwnPasskeys(db, user.id, session.nameDevice()),

    async passkeyAddOptions({ user, address }) {
      await limits.count('passkey-options', { account: user.id, address })
      const { id, displayName } = user
      return passkeys.creationOptions({
        ...{ userId: id, displayName },
        email: user.email ?? '',
        passkeys: await listPasskeys(db, id),
      })
    },

    async addPasskey(request) {
      const { user, address, body, session } = request
      if (session.known === null) throw new ApiError('not_logged_in')
      await refuseWhileResting(db, user)
      await limits.count('change-passkeys', { account: user.id, address })
      const name = body.name ?? suggestName(session.nameDevice())
      const passkey = await passkeys.verifyNew(body.response, { userId: user.id, name })
      const given = { host: passkeys.host, passkey }
      const codes = await addPasskey(db, actorOf(request), session.known, given)
      return { ...(await readOwnPasskeys(db, user.id, session.nameDevice())), new_codes: codes }
    },

    async removePasskey(request) {
      const { user, params, session } = request
      await refuseWhileResting(db, user)
      await removePasskey(db, actorOf(request), params.passkeyId)
      return readOwnPasskeys(db, user.id, session.nameDevice())
    },

    async makeRecoveryCodes(request) {
      const { user, address, session } = request
      await refuseWhileResting(db, user)
      await limits.count('change-passkeys', { account: user.id, address })
      const codes = await renewRecoveryCodes(db, actorOf(request))
      return { ...(await readOwnPasskeys(db, user.id, session.nameDevice())), new_codes: codes }
    },
  }
}
