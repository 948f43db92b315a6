import { listUsers } from '@called-it/infra/postgres/queries/accounts/user-search'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { USERS_PAGE } from '@called-it/shared/contract/users'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { endSessions, setLiveOperator } from './service.ts'

export function userRoutes({
  postgres: { db },
  publisher,
}: Pick<GatewayParts, 'postgres' | 'publisher'>): Pick<
  Handlers,
  'listUsers' | 'endSessions' | 'setLiveOperator'
> {
  return {
    listUsers: async ({ query: { search, after = 0 } }) => {
      const found = await listUsers(db, { search, after, limit: USERS_PAGE + 1 })
      const page = found.slice(0, USERS_PAGE)
      return {
        users: page.map(presentListedUser),
        next: found.length > USERS_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },

    endSessions: async (request) => ({
      ended: await endSessions({ db, publisher }, request.params.userId, actorOf(request)),
    }),

    async setLiveOperator(request) {
      const { is_live_operator } = request.body
      await setLiveOperator({ db, publisher }, request.params.userId, is_live_operator, actorOf(request))
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
