import type { Database } from '@called-it/infra/postgres/client'
import type { Handlers } from '../../http/handler.ts'
import { follow, readFollowed, unfollow } from './follows.ts'
import { readPlayer, readPlayerShows } from './service.ts'
import { openShowRanks } from './show-ranks.ts'

type PlayerHandlers = Pick<
  Handlers,
  'getPlayer' | 'listPlayerShows' | 'listFollowed' | 'followPlayer' | 'unfollowPlayer'
>

export function playerRoutes({ db }: { db: Database }): PlayerHandlers {
  const parts = { db, ranks: openShowRanks(db) }
  return {
    getPlayer: ({ params }) => readPlayer(parts, params.userId),
    listPlayerShows: ({ params, user }) => readPlayerShows(parts, params.userId, user),
    listFollowed: ({ user }) => readFollowed(db, user.id),
    followPlayer: ({ params, user }) => follow(db, user.id, params.userId),
    unfollowPlayer: ({ params, user }) => unfollow(db, user.id, params.userId),
  }
}
