import { isLeagueMember } from '@called-it/infra/postgres/queries/leagues/league-members'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function leagueReactionRoutes({
  postgres: { db },
  publisher,
  limits,
}: Pick<GatewayParts, 'postgres' | 'publisher'> & { limits: RateLimits }): Pick<Handlers, 'reactInLeague'> {
  return {
    async reactInLeague({ params: { leagueId }, body: { reaction }, user, address }) {
      await limits.count('league-reaction', { account: user.id, address })
      if (!(await isLeagueMember(db, leagueId, user.id))) throw new ApiError('league_not_found')
      await publisher.publish('league:reacted', { leagueId, userId: user.id, reaction })
      return { sent: true }
    },
  }
}
