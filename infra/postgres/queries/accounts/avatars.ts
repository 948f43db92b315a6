import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** Contains a hash of the image, so that browsers can cache it for ever; null without an avatar. */
export const AVATAR_PATH = sql<string | null>`
  '/api/avatars/' || avatars.user_id || '/' || avatars.content_hash || '.webp'`

/** A small WebP and the hash in its URL. */
export type StoredAvatar = { readonly contentHash: string; readonly webp: Buffer }

/** False for a deleted or suspended profile. Waits for a concurrent deletion or suspension. */
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
        .where('suspended_at', 'is', null)
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

export async function findAvatar(db: Database, userId: number, contentHash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('avatars')
    .select('webp')
    .where('user_id', '=', userId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return row?.webp ?? null
}

export async function findOwnAvatar(db: Database, userId: number): Promise<Buffer | null> {
  const row = await db.selectFrom('avatars').select('webp').where('user_id', '=', userId).executeTakeFirst()
  return row?.webp ?? null
}

/** Mark a profile as deleted or suspended first, so that no avatar is inserted in between. */
export async function deleteAvatar(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

type AvatarsPage = { after: number; limit: number }

export async function listAvatarFiles(db: Database, page: AvatarsPage) {
  return selectAvatars(db, page)
    .select([AVATAR_PATH.$notNull().as('path'), sql<number>`octet_length(webp)`.as('size')])
    .execute()
}

export async function listAvatars(db: Database, page: AvatarsPage) {
  return selectAvatars(db, page).select('webp').execute()
}

function selectAvatars(db: Database, { after, limit }: AvatarsPage) {
  return db
    .selectFrom('avatars')
    .select(['user_id as userId', 'created_at as created'])
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
}

export async function countAvatars(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('avatars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
