import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A picture as it is kept: a small WebP, and the hash that its address has. */
export type StoredAvatar = { readonly contentHash: string; readonly webp: Buffer }

/**
 * Makes a picture the user's, in place of the one before. Answers whether it is theirs now: a deleted profile
 * gets none, and one that is being deleted meanwhile is waited for.
 */
export async function upsertAvatar(db: Database, userId: number, avatar: StoredAvatar): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('avatars')
    .columns(['user_id', 'content_hash', 'webp'])
    .expression(
      db
        .selectFrom('users')
        .select([
          'id',
          sql<string>`${avatar.contentHash}::text`.as('content_hash'),
          sql<Buffer>`${avatar.webp}::bytea`.as('webp'),
        ])
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate(),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ ref }) => ({
        content_hash: ref('excluded.content_hash'),
        webp: ref('excluded.webp'),
        created_at: sql<Date>`now()`,
      })),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The WebP that a user's address with this hash is that of; null where it is none, or not any more. */
export async function findAvatar(db: Database, userId: number, contentHash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('avatars')
    .select('webp')
    .where('user_id', '=', userId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return row?.webp ?? null
}

/**
 * Takes a user's picture away, if there is one. Where the profile goes with it, it is to be marked as deleted
 * before, so that no picture is stored in between.
 */
export async function deleteAvatar(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

/** A picture as a file of a list: whose it is, how large in bytes, and since when. */
export type AvatarFile = {
  readonly userId: number
  readonly contentHash: string
  readonly size: number
  readonly createdAt: Date
}

type AvatarsPage = { after: number; limit: number }

/** Pictures without their bytes in the order of their users' ids, from behind the id `after`. */
export async function listAvatarFiles(db: Database, { after, limit }: AvatarsPage): Promise<AvatarFile[]> {
  return selectAvatars(db, { after, limit })
    .select(['content_hash as contentHash', sql<number>`octet_length(webp)`.as('size')])
    .execute()
}

/** The same pages of pictures, with their bytes. */
export async function listAvatars(
  db: Database,
  page: AvatarsPage,
): Promise<{ userId: number; webp: Buffer; createdAt: Date }[]> {
  return selectAvatars(db, page).select('webp').execute()
}

function selectAvatars(db: Database, { after, limit }: AvatarsPage) {
  return db
    .selectFrom('avatars')
    .select(['user_id as userId', 'created_at as createdAt'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
}

/** How many users have a picture. */
export async function countAvatars(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('avatars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
