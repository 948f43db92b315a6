import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { deletePreviewImages } from '../previews/preview-images.ts'

export type Share = {
  showId: number
  userId: number
  name: string
}

/** Null for an unknown token; `gone` for a revoked share and for one of a deleted or suspended user. */
export async function findShare(db: Database, token: string): Promise<Share | 'gone' | null> {
  const share = await db
    .selectFrom('shares')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'shares.user_id')
        .on('users.deleted_at', 'is', null)
        .on('users.suspended_at', 'is', null),
    )
    .select(['shares.show_id as showId', 'shares.revoked_at as revokedAt'])
    .select(['users.id as userId', 'users.display_name as name'])
    .where('shares.token', '=', token)
    .executeTakeFirst()
  if (!share) return null
  const { showId, revokedAt, userId, name } = share
  return revokedAt !== null || userId === null || name === null ? 'gone' : { showId, userId, name }
}

export type OwnCard = { readonly showId: number; readonly userId: number }

/**
 * @param token of a new share
 * @returns that of the current share where there is one
 */
export async function storeShare(db: Database, { showId, userId }: OwnCard, token: string): Promise<string> {
  const share = await db
    .insertInto('shares')
    .values({ token, show_id: showId, user_id: userId })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'show_id'])
        .where('revoked_at', 'is', null)
        // Locks the row, so that one that is revoked meanwhile is not returned.
        .doUpdateSet({ token: sql<string>`shares.token` }),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return share.token
}

/** For good: a later share has another token. */
export async function revokeShare(trx: DatabaseTransaction, { showId, userId }: OwnCard): Promise<void> {
  const revoked = await trx
    .updateTable('shares')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('show_id', '=', showId)
    .where('revoked_at', 'is', null)
    .returning('token')
    .execute()
  for (const { token } of revoked) await deletePreviewImages(trx, 'share', token)
}

/** The rows stay without the user, so that the pages say that the cards are gone. */
export async function abandonShares(trx: DatabaseTransaction, userId: number): Promise<void> {
  const abandoned = await trx
    .updateTable('shares')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .returning('token')
    .execute()
  for (const { token } of abandoned) await deletePreviewImages(trx, 'share', token)
}
