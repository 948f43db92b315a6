import { randomBytes } from 'node:crypto'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import { revokeShare, storeShare } from '@called-it/infra/postgres/queries/shares/shares'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readSharedCard } from '../../resources/shared-card.ts'
import { getShow } from '../../resources/show.ts'

const TOKEN_BYTES = 16

type ShareHandlers = Pick<Handlers, 'getShare' | 'shareCard' | 'revokeShare'>

export function shareRoutes({
  postgres: { db },
  site,
  limits,
}: Pick<GatewayParts, 'postgres' | 'site'> & { limits: RateLimits }): ShareHandlers {
  return {
    getShare: ({ params }) => readSharedCard(db, site, params.token),

    /** The same token each time. */
    async shareCard({ params, user, address }) {
      await limits.count('share-card', { account: user.id, address })
      const card = { showId: params.showId, userId: user.id }
      await getShow(db, card.showId)
      if (!(await findPrediction(db, card.showId, user.id))) throw new ApiError('prediction_not_found')
      const offered = randomBytes(TOKEN_BYTES).toString('base64url')
      const token = await storeShare(db, card, offered)
      return { token, is_new: token === offered }
    },

    async revokeShare({ params, user }) {
      await db.transaction().execute((trx) => revokeShare(trx, { showId: params.showId, userId: user.id }))
      return { token: null }
    },
  }
}
