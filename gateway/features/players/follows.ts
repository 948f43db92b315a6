import type { Database } from '@called-it/infra/postgres/client'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import { deleteFollow, insertFollow, listFollowed } from '@called-it/infra/postgres/queries/players/players'
import { MAX_FOLLOWED, type NamedPlayer } from '@called-it/shared/contract/players'
import { ApiError } from '../../http/errors.ts'
import { getPlayer } from './service.ts'

type Followed = { players: NamedPlayer[] }

export async function readFollowed(db: Database, userId: number): Promise<Followed> {
  return { players: await listFollowed(db, userId) }
}

/** @throws ApiError `user_not_found`, `too_many_followed`; 422 for the own id */
export async function follow(db: Database, userId: number, followedId: number): Promise<Followed> {
  if (userId === followedId) {
    throw new ApiError('invalid', { issues: [{ path: 'userId', message: 'This is you' }] })
  }
  await db.transaction().execute(async (trx) => {
    await holdUserForUpdate(trx, userId)
    await getPlayer(trx, followedId)
    const isStored = await insertFollow(trx, { userId, followedId, max: MAX_FOLLOWED })
    if (!isStored) throw new ApiError('too_many_followed')
  })
  return readFollowed(db, userId)
}

export async function unfollow(db: Database, userId: number, followedId: number): Promise<Followed> {
  await deleteFollow(db, userId, followedId)
  return readFollowed(db, userId)
}
