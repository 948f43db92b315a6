import { findShareToken, revokeShare } from '@called-it/infra/postgres/queries/shares/shares'
import type { RateLimits } from '../../auth/rate-limits.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readSharedCard } from '../../resources/shared-card.ts'
import { shareCard } from './service.ts'

type ShareHandlers = Pick<Handlers, 'getShare' | 'getOwnShare' | 'shareCard' | 'revokeShare'>

export function shareRoutes({
  postgres: { db },
  site,
  limits,
}: Pick<GatewayParts, 'postgres' | 'site'> & { limits: RateLimits }): ShareHandlers {
  return {
    getShare: ({ params }) => readSharedCard(db, site, params.token),

    async getOwnShare({ params, user }) {
      return { token: await findShareToken(db, { showId: params.showId, userId: user.id }) }
    },

    async shareCard({ params, user, address }) {
      await limits.count('share-card', { account: user.id, address })
      return { token: await shareCard(db, { showId: params.showId, userId: user.id }) }
    },

    async revokeShare({ params, user }) {
      await db.transaction().execute((trx) => revokeShare(trx, { showId: params.showId, userId: user.id }))
      return { token: null }
    },
  }
}
