import type { Database } from '@called-it/infra/postgres/client'
import { deleteApiKey, insertApiKey, listApiKeys } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function apiKeyRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'> {
  return {
    listApiKeys: ({ user }) => readKeys(db, user.id),

    async createApiKey(request) {
      const { user, body } = request
      const key = await db.transaction().execute(async (trx) => {
        const made = await insertApiKey(trx, user.id, body.name)
        if (made === null) throw new ApiError('too_many_keys')
        const details = { name: body.name }
        const subject = userSubject(user.id)
        await insertAuditEntry(trx, { ...actorOf(request), action: 'key:made', subject, details })
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
  const keys = await listApiKeys(db, userId)
  return {
    keys: keys.map(({ created_at, last_used_at, ...key }) => ({
      ...key,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  }
}
