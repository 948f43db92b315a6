import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Without 0, O, 1 and I: five bits each, so a code has 80. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LETTERS = 16

export function createSetupCode(): string {
  const letters = Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS.charAt(byte % LETTERS.length))
  return letters.join('').replace(/(?=(?:.{4})+$)(?!^)/g, '-')
}

/** As it is typed: in small letters, without the hyphens. A random code needs no slow hash. */
function hashCode(typed: string): Buffer {
  return createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z2-9]/g, ''))
    .digest()
}

/** @returns false where there is an admin: then no code is left */
export function replaceSetupCode(db: Database, code: string): Promise<boolean> {
  const row = { code_hash: hashCode(code), created_at: sql<Date>`now()` }
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('setup_code')
      .values(row)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
      .execute()
    // A second statement, so that it sees the admin for whom it may have waited.
    if (!(await hasAdmin(trx))) return true
    await trx.deleteFrom('setup_code').execute()
    return false
  })
}

export async function isSetupOpen(db: Database): Promise<boolean> {
  const row = await db.selectFrom('setup_code').select('only_row').executeTakeFirst()
  return row !== undefined && !(await hasAdmin(db))
}

/** In constant time. */
export async function isSetupCode(db: Database, typed: string): Promise<boolean> {
  const row = await db.selectFrom('setup_code').select('code_hash').executeTakeFirst()
  return row !== undefined && timingSafeEqual(row.code_hash, hashCode(typed))
}

/**
 * Uses the code up. Of two at once the second waits until the first has committed.
 *
 * @returns false where there is an admin
 */
export async function consumeSetupCode(trx: DatabaseTransaction): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('setup_code').executeTakeFirst()
  return numDeletedRows > 0n && !(await hasAdmin(trx))
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('is_admin', '=', true).executeTakeFirst()
  return admin !== undefined
}
