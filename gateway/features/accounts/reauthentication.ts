import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { noteConfirmation } from '@called-it/infra/postgres/queries/accounts/sessions'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { PasskeyResponse } from '@called-it/shared/contract/passkeys'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { checkPassword, failedLoginEntry, type PasswordCheckParts } from '../../auth/current-password.ts'
import type { Passkeys } from '../../auth/passkeys.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { acknowledge } from './acknowledge.ts'
import { accountEntry } from './audit-entries.ts'

type ReauthenticationParts = PasswordCheckParts & { passkeys: Passkeys }

export function reauthenticationRoutes(parts: ReauthenticationParts): Pick<Handlers, 'reauthenticate'> {
  const { db } = parts
  return {
    async reauthenticate(request) {
      const { user, body } = request
      const { known } = request.session
      if (known === null) throw new ApiError('not_logged_in')
      const actor = actorOf(request)
      const byPasskey = 'passkey' in body
      if (byPasskey) await checkPasskey(parts, user, actor, body.passkey)
      else await checkPassword(parts, user, actor, body.password, known)
      await db.transaction().execute(async (trx) => {
        const session = { sessionId: known.sessionId, userId: user.id, byPasskey }
        if (!(await noteConfirmation(trx, session))) throw new ApiError('not_logged_in')
        const entry = accountEntry(user.id, actor, 'confirmed')
        await insertAuditEntry(trx, { ...entry, details: { by: byPasskey ? 'passkey' : 'password' } })
      })
      return acknowledge(request, 'reauthenticated')
    },
  }
}

/** @throws ApiError `passkey_refused`, also for one of another user */
async function checkPasskey(
  { db, passkeys }: ReauthenticationParts,
  user: User,
  actor: Actor,
  response: PasskeyResponse,
): Promise<void> {
  const { userId } = await passkeys.verify(response)
  if (userId === user.id) return
  await insertAuditEntry(db, failedLoginEntry(userSubject(user.id), actor, 'passkey of another user'))
  throw new ApiError('passkey_refused')
}
