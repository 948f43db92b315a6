import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { insertPasskey } from '@called-it/infra/postgres/queries/accounts/passkeys'
import { holdAddress } from '@called-it/infra/postgres/queries/accounts/registrations'
import { consumeSetupCode } from '@called-it/infra/postgres/queries/accounts/setup-code'
import {
  findUserByEmail,
  findUserById,
  holdsAddress,
  updatePasswordHash,
  updateSwitch,
} from '@called-it/infra/postgres/queries/accounts/users'
import { originOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { checkName } from '../../resources/blocked-names.ts'
import { beginSession } from './begin-session.ts'
import { enterByAddress } from './enter-by-address.ts'
import { suggestName } from './passkeys/own-passkeys.ts'
import { presentCurrentUser } from './present-current-user.ts'
import type { AccountParts } from './routes.ts'

/** Nothing proves the address: mails work only after the setup, and who reads the output of the gateway owns it. */
export function firstAdminRoutes({
  postgres: { db },
  publisher,
  config,
  passwords,
  passwordRules,
  passkeys,
}: AccountParts): Pick<Handlers, 'createFirstAdmin'> {
  return {
    async createFirstAdmin(request) {
      const { email, display_name: displayName, password, passkey } = request.body
      const origin = originOf(request)
      if (password !== undefined) passwordRules.refuseGuessable(password, { displayName, email })
      await checkName(db, displayName, 'display_name')
      if (password !== undefined) await passwordRules.refuseBreached(password)
      const passwordHash = password === undefined ? null : await passwords.hash(password)
      const name = suggestName(request.session.nameDevice())
      const made = passkey ? await passkeys.verifyNew(passkey.response, { userId: null, name }) : null

      async function makeAdmin(trx: DatabaseTransaction): Promise<number> {
        if (!(await consumeSetupCode(trx))) throw new ApiError('not_found')
        await holdAddress(trx, email)
        const known = await findUserByEmail(trx, email)
        if (known && holdsAddress(known)) throw new ApiError('address_taken')
        const userId = await enterByAddress(
          trx,
          new Set(),
          { leagueLimits: config.leagues, origin, checkRegistration: async () => undefined },
          { email, displayName, invitation: null, language: request.language },
        )
        await updatePasswordHash(trx, userId, passwordHash)
        if (made) await insertPasskey(trx, { userId, host: passkeys.host, passkey: made })
        await updateSwitch(trx, userId, 'is_admin', true)
        await insertAuditEntry(trx, {
          ...{ actorId: userId, action: 'admin:granted', subject: userSubject(userId) },
          ...origin,
          details: { by: 'setup' },
        })
        return userId
      }

      const userId = await db.transaction().execute(makeAdmin)
      const user = await findUserById(db, userId)
      if (!user) throw new ApiError('not_found')
      const proof = { by: made ? 'passkey' : 'registration', passwordHash } as const
      return presentCurrentUser(await beginSession({ db, publisher }, request, user, proof))
    },
  }
}
