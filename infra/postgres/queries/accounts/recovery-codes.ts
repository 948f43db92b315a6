import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@called-it/shared/contract/passkeys'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Of base32: five bits each, so a code has 120. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CODE_LETTERS = 24

function createCode(): string {
  const letters = Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS.charAt(byte % LETTERS.length))
  return letters.join('').replace(/(?=(?:.{4})+$)(?!^)/g, '-')
}

/** As it is typed: in small letters, without the hyphens. A random code needs no slow hash. */
function hashCode(typed: string): Buffer {
  return createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest()
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * In place of those that are left. Call it with the user's row locked.
 *
 * @returns the codes, which are stored nowhere
 */
export async function replaceRecoveryCodes(trx: DatabaseTransaction, userId: number): Promise<string[]> {
  await deleteRecoveryCodes(trx, userId)
  const codes = Array.from({ length: RECOVERY_CODES }, createCode)
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** @returns whether the user had the code, which is gone then */
export async function consumeRecoveryCode(db: Database, userId: number, typed: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(typed))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
