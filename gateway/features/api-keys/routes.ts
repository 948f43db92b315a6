import type { Database } from '@called-it/infra/postgres/client'
import { deleteApiKey, insertApiKey, listApiKeys } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { holdSessionForUpdate } from '@called-it/infra/postgres/queries/accounts/sessions'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { actorOf } from '../../auth/actor.ts'
import type { PasswordCheckParts } from '../../auth/current-password.ts'
import { requireOwner } from '../../auth/fresh-login.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'

export function apiKeyRoutes(
  parts: PasswordCheckParts,
): Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'> {
  const { db } = parts
  return {
    listApiKeys: ({ user }) => readKeys(db, user.id),

    async createApiKey(request) {
      const { user, body, session } = request
      if (session.known === null) throw new ApiError('not_logged_in')
      await requireOwner(parts, request, body.currentPassword)
      await parts.limits.count('create-api-key', { account: user.id, address: request.address })
      const { sessionId } = session.known
      const key = await db.transaction().execute(async (trx) => {
        if (!(await holdSessionForUpdate(trx, { sessionId, userId: user.id })))
          throw new ApiError('not_logged_in')
        const made = await insertApiKey(trx, user.id, body.name)
        if (made === null) throw new ApiError('too_many_keys')
        const details = { name: body.name }
        const subject = userSubject(user.id)
        await insertAuditEntry(trx, { ...actorOf(request), action: 'key:made', subject, details })
        await insertJob(trx, 'mail-key-made', { userId: user.id })
        return made
      })
      return { key, ...(await readKeys(db, user.id)) }
    },

    async revokeApiKey(request) {
      const { user, params } = request
      await db.transaction().execute(async (trx) => {
        const name = await deleteApiKey(trx, user.id, params.keyId)
        if (name === null) throw new ApiError('key_not_found')
        const subject = userSubject(user.id)
        await insertAuditEntry(trx, {
          ...actorOf(request),
          action: 'key:revoked',
          subject,
          details: { name },
        })
      })
      return readKeys(db, user.id)
    },
  }
}

async function readKeys(db: Database, userId: number) {
  return { keys: await listApiKeys(db, userId) }
}
