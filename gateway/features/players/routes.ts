import type { Database } from '@called-it/infra/postgres/client'
import type { RateLimits } from '../../auth/rate-limits.ts'
import type { Handlers } from '../../http/handler.ts'
import { follow, readFollowed, unfollow } from './follows.ts'
import { readPlayer, readPlayerShows } from './service.ts'
import { openShowRanks } from './show-ranks.ts'

type PlayerHandlers = Pick<
  Handlers,
  'getPlayer' | 'listPlayerShows' | 'listFollowed' | 'followPlayer' | 'unfollowPlayer'
>

export function playerRoutes({ db, limits }: { db: Database; limits: RateLimits }): PlayerHandlers {
  const parts = { db, ranks: openShowRanks(db) }
  return {
    getPlayer: ({ params }) => readPlayer(parts, params.userId),
    listPlayerShows: ({ params, user }) => readPlayerShows(parts, params.userId, user),
    listFollowed: ({ user }) => readFollowed(db, user.id),
    async followPlayer({ params, user, address }) {
      await limits.count('follow', { account: user.id, address })
      return follow(db, user.id, params.userId)
    },
    async unfollowPlayer({ params, user, address }) {
      await limits.count('follow', { account: user.id, address })
      return unfollow(db, user.id, params.userId)
    },
  }
}
