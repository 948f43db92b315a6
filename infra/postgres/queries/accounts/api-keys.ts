import { createHash, randomBytes } from 'node:crypto'
import { API_KEY_PREFIX, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { findUserById, holdUserForUpdate, type User } from './users.ts'

const KEY_BYTES = 32
const HINT_CHARACTERS = 4

/** A random key needs no slow hash. */
function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export async function listApiKeys(db: Database, userId: number) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hint', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The key itself, which is stored nowhere; null where the user has as many as allowed, or is gone. */
export async function insertApiKey(
  trx: DatabaseTransaction,
  userId: number,
  name: string,
): Promise<string | null> {
  // So that no other request makes one meanwhile.
  const user = await holdUserForUpdate(trx, userId)
  if (!user || (await listApiKeys(trx, userId)).length >= MAX_API_KEYS) return null
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const hint = key.slice(-HINT_CHARACTERS)
  await trx
    .insertInto('api_keys')
    .values({ user_id: userId, name, key_hash: hashKey(key), hint })
    .execute()
  return key
}

/** @returns its name; null where the user has no such key */
export async function deleteApiKey(
  trx: DatabaseTransaction,
  userId: number,
  keyId: number,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('api_keys')
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function deleteApiKeys(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('api_keys').where('user_id', '=', userId).execute()
}

/** Null for an unknown key, and for that of a deleted or suspended user. Notes the use, to the minute. */
export async function findUserOfApiKey(db: Database, key: string): Promise<User | null> {
  const keyHash = hashKey(key)
  const found = await db
    .selectFrom('api_keys')
    .select([
      'user_id as userId',
      sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`.as('isNoteDue'),
    ])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  const user = found && (await findUserById(db, found.userId))
  if (!user || user.deletedAt !== null || user.suspendedAt !== null) return null
  if (found.isNoteDue) {
    await db
      .updateTable('api_keys')
      .set({ last_used_at: sql<Date>`now()` })
      .where('key_hash', '=', keyHash)
      .execute()
  }
  return user
}
