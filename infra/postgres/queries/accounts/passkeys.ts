import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { RegisteredPasskey } from '../../schema/accounts.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

export async function listPasskeys(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Database, id: string) {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, counter: Number(row.counter) } : null
}

/**
 * @param host the name that the browser has bound it to
 * @returns false where somebody has a passkey of this id
 */
export async function insertPasskey(
  trx: DatabaseTransaction,
  { userId, host, passkey }: { userId: number; host: string; passkey: RegisteredPasskey },
): Promise<boolean> {
  const { id, publicKey, counter, name } = passkey
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values({
      ...{ id, counter, name, host, user_id: userId },
      public_key: Buffer.from(publicKey, 'base64url'),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Notes a use. A counter that stands still belongs to an authenticator without one.
 *
 * @returns false where it is removed, or its counter has moved on meanwhile
 */
export async function notePasskeyUse(
  trx: DatabaseTransaction,
  id: string,
  counter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * With the last one the recovery codes go. Call it with the user's row locked.
 *
 * @returns its name; null where the user has no such passkey
 */
export async function deletePasskey(
  trx: DatabaseTransaction,
  userId: number,
  id: string,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (row && (await listPasskeys(trx, userId)).length === 0) await deleteRecoveryCodes(trx, userId)
  return row?.name ?? null
}

/** Hosts other than this one that passkeys are bound to, which work only there. */
export async function listOtherPasskeyHosts(db: Database, host: string) {
  return db
    .selectFrom('passkeys')
    .select(['host', ({ fn }) => fn.countAll<string>().as('passkeys')])
    .where('host', '!=', host)
    .groupBy('host')
    .orderBy('host')
    .execute()
}

/** @returns false for a challenge that was used before */
export async function useChallenge(db: Database, challenge: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ challenge_hash: createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
