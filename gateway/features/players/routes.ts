import type { Database } from '@called-it/infra/postgres/client'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import { deleteFollow, insertFollow, listFollowed } from '@called-it/infra/postgres/queries/players/players'
import { MAX_FOLLOWED, type NamedPlayer } from '@called-it/shared/contract/players'
import { said } from '@called-it/shared/languages/said'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { getPlayer, readPlayer, readPlayerShows } from './service.ts'
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
      await deleteFollow(db, user.id, params.userId)
      return readFollowed(db, user.id)
    },
  }
}

type Followed = { players: NamedPlayer[] }

async function readFollowed(db: Database, userId: number): Promise<Followed> {
  return { players: await listFollowed(db, userId) }
}

/** @throws ApiError `user_not_found`, `too_many_followed`; 422 for the own id */
async function follow(db: Database, userId: number, followedId: number): Promise<Followed> {
  if (userId === followedId) {
    throw new ApiError('invalid', { issues: [{ path: 'userId', message: said('field.is-you') }] })
  }
  await db.transaction().execute(async (trx) => {
    await holdUserForUpdate(trx, userId)
    await getPlayer(trx, followedId)
    const isStored = await insertFollow(trx, { userId, followedId, max: MAX_FOLLOWED })
    if (!isStored) throw new ApiError('too_many_followed')
  })
  return readFollowed(db, userId)
}
