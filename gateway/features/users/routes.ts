import {
  insertAuditEntry,
  insertUnlessNoted,
  userSubject,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { listUsers } from '@called-it/infra/postgres/queries/accounts/user-search'
import {
  holdUserForUpdate,
  restartGrace,
  type User,
  updateSwitch,
} from '@called-it/infra/postgres/queries/accounts/users'
import { USERS_PAGE } from '@called-it/shared/contract/users'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function userRoutes({
  postgres: { db },
  publisher,
}: Pick<GatewayParts, 'postgres' | 'publisher'>): Pick<
  Handlers,
  'listUsers' | 'endSessions' | 'setLiveOperator'
> {
  return {
    async listUsers(request) {
      const { search, after = 0 } = request.query
      const found = await listUsers(db, { search, after, limit: USERS_PAGE + 1 })
      const page = found.slice(0, USERS_PAGE)
      // It has addresses, which the search may be, too.
      const entry = { ...actorOf(request), action: 'users:read', details: { rows: page.length } }
      await insertUnlessNoted(db, entry, { searched: search !== '' })
      return {
        users: page.map(presentListedUser),
        next: found.length > USERS_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },

    /** Logs a user out everywhere, also on open pages, and deletes the user's keys and devices. */
    async endSessions(request) {
      const { userId } = request.params
      const ended = await db.transaction().execute(async (trx) => {
        if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
        const subject = userSubject(userId)
        await insertAuditEntry(trx, { ...actorOf(request), action: 'sessions:ended', subject })
        return endSessions(trx, userId)
      })
      await publisher.publish('session:revoked', { userId, reason: 'ended' })
      return { ended }
    },

    /** Lets a user enter setlists of shows that run, or ends that, on open pages too. */
    async setLiveOperator(request) {
      const { userId } = request.params
      const { is_live_operator } = request.body
      const hasChanged = await db.transaction().execute(async (trx) => {
        if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
        if (!(await updateSwitch(trx, userId, 'is_live_operator', is_live_operator))) return false
        if (is_live_operator) await restartGrace(trx, userId)
        const action = is_live_operator ? 'live-operator:granted' : 'live-operator:revoked'
        await insertAuditEntry(trx, { ...actorOf(request), action, subject: userSubject(userId) })
        return true
      })
      if (hasChanged) await publisher.publish('session:revoked', { userId, reason: 'rights' })
      return { is_live_operator }
    },
  }
}

function presentListedUser(user: User) {
  return {
    id: user.id,
    // Null only for deleted users, who are not listed.
    email: user.email ?? '',
    display_name: user.displayName,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    email_verified: user.emailVerifiedAt !== null,
    is_suspended: user.suspendedAt !== null,
    created_at: user.createdAt,
  }
}
