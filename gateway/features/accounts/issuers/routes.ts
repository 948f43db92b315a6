import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  deleteExternalAccount,
  listExternalAccounts,
} from '@called-it/infra/postgres/queries/accounts/external-accounts'
import { useChallenge } from '@called-it/infra/postgres/queries/accounts/passkeys'
import { originOf } from '../../../auth/actor.ts'
import { attemptOf, newAttemptToken } from '../../../auth/issuer-attempts.ts'
import { createIssuers } from '../../../auth/issuers.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { accountEntry } from '../audit-entries.ts'
import { beginSession } from '../begin-session.ts'
import { presentCurrentUser } from '../present-current-user.ts'
import { enterByIssuer } from './enter-by-issuer.ts'

type IssuerHandlers = Pick<
  Handlers,
  'startIssuerLogin' | 'finishIssuerLogin' | 'listConnectedAccounts' | 'removeConnectedAccount'
>

export function issuerRoutes({
  postgres,
  publisher,
  config,
  log,
  limits,
}: Pick<GatewayParts, 'postgres' | 'publisher' | 'config' | 'log'> & { limits: RateLimits }): IssuerHandlers {
  const { db } = postgres
  const parts = { db, publisher, config, limits }
  const issuers = createIssuers({ config, log })

  const readAccounts = async (userId: number) => {
    const accounts = await listExternalAccounts(db, userId)
    return {
      accounts: accounts.map(({ issuer, ...account }) => ({ ...account, label: issuers.labelOf(issuer) })),
    }
  }

  return {
    async startIssuerLogin({ params, body, session, address }) {
      await limits.count('issuer', { account: null, address })
      const token = newAttemptToken(params.issuerKey, body.invitation)
      const url = await issuers.start(attemptOf(config.sessionSecret, token))
      session.keepIssuerToken(token)
      return { url }
    },

    async finishIssuerLogin(request) {
      const { search } = request.body
      const attempt = attemptOf(config.sessionSecret, request.session.takeIssuerToken() ?? '')
      await limits.count('issuer', { account: null, address: request.address })
      const isOwn = new URLSearchParams(search).get('state') === attempt.state
      const isOpen = isOwn && attempt.until > Date.now()
      // An issuer may take a code twice that is sent twice at the same time.
      if (!isOpen || !(await useChallenge(db, attempt.state))) throw new ApiError('issuer_refused')
      const identity = await issuers.finish(attempt, search)
      const { user, passwordHash, isNew } = await enterByIssuer(parts, identity, {
        origin: originOf(request),
        invitation: attempt.invitation,
        language: request.language,
      })
      const known = await beginSession(parts, request, user, { by: 'issuer', passwordHash })
      return { user: presentCurrentUser(known), isNew }
    },

    listConnectedAccounts: ({ user }) => readAccounts(user.id),

    async removeConnectedAccount(request) {
      const { user, params } = request
      await db.transaction().execute(async (trx) => {
        const issuer = await deleteExternalAccount(trx, user.id, params.accountId)
        if (issuer === null) throw new ApiError('not_found')
        const entry = accountEntry(user.id, originOf(request), 'issuer-removed')
        await insertAuditEntry(trx, { ...entry, details: { issuer } })
      })
      return readAccounts(user.id)
    },
  }
}
