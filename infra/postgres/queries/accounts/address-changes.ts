import { ADDRESS_CHANGE_HOURS } from '@called-it/shared/contract/access'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { createToken, hashToken, voidTokens } from './auth-tokens.ts'
import { deleteLoginLinks } from './login-links.ts'

/** The addresses that confirm a change. */
export type AddressSide = 'old' | 'new'

/** Neither expired nor done. A done one stays until its mail is sent. */
const IS_OPEN = sql<boolean>`created_at > now() - make_interval(hours => ${ADDRESS_CHANGE_HOURS})
  AND (old_confirmed_at IS NULL OR new_confirmed_at IS NULL)`

/** Replaces an earlier one, whose links end. */
export async function upsertAddressChange(
  trx: DatabaseTransaction,
  userId: number,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<void> {
  const change = {
    old_email: oldEmail,
    new_email: newEmail,
    old_token_hash: null,
    new_token_hash: null,
    old_confirmed_at: null,
    new_confirmed_at: null,
    created_at: sql<Date>`now()`,
  }
  await trx
    .insertInto('address_changes')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export async function findOpenAddressChange(db: Database, userId: number) {
  const row = await db
    .selectFrom('address_changes')
    .select([
      'old_email',
      'new_email',
      sql<boolean>`old_confirmed_at IS NOT NULL`.as('is_old_confirmed'),
      sql<boolean>`new_confirmed_at IS NOT NULL`.as('is_new_confirmed'),
      sql<Date>`created_at + make_interval(hours => ${ADDRESS_CHANGE_HOURS})`.as('expires_at'),
    ])
    .where('user_id', '=', userId)
    .where(IS_OPEN)
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether there was one */
export async function deleteOpenAddressChange(trx: DatabaseTransaction, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where(IS_OPEN)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The addresses of a change that is done; null without one. */
export async function findDoneAddressChange(db: Database, userId: number) {
  const row = await db
    .selectFrom('address_changes')
    .select(['old_email', 'new_email'])
    .where('user_id', '=', userId)
    .where('old_confirmed_at', 'is not', null)
    .where('new_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Replaces the token of one side.
 *
 * @returns null where that side has confirmed, and where the change is another one by now
 */
export async function insertAddressToken(
  trx: DatabaseTransaction,
  userId: number,
  { side, newEmail }: { side: AddressSide; newEmail: string },
): Promise<string | null> {
  const token = createToken()
  const { numUpdatedRows } = await trx
    .updateTable('address_changes')
    .set(`${side}_token_hash`, hashToken(token))
    .where('user_id', '=', userId)
    .where('new_email', '=', newEmail)
    .where(`${side}_confirmed_at`, 'is', null)
    .where(IS_OPEN)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : null
}

export async function findChangeOfToken(db: Database, token: string) {
  const hash = hashToken(token)
  const row = await db
    .selectFrom('address_changes')
    .select(['user_id as userId', 'old_email as oldEmail', 'new_email as newEmail'])
    .where((is) => is.or([is('old_token_hash', '=', hash), is('new_token_hash', '=', hash)]))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Notes that the address to which a token was mailed has confirmed, once.
 *
 * @returns whether the other one has too; null where the token is of no use any more
 */
export async function confirmAddressChange(trx: DatabaseTransaction, token: string): Promise<boolean | null> {
  const hash = hashToken(token)
  const confirmedAt = (side: AddressSide) =>
    sql<Date | null>`CASE WHEN ${sql.ref(`${side}_token_hash`)} = ${hash} THEN now()
      ELSE ${sql.ref(`${side}_confirmed_at`)} END`
  const row = await trx
    .updateTable('address_changes')
    .set({ old_confirmed_at: confirmedAt('old'), new_confirmed_at: confirmedAt('new') })
    .where(IS_OPEN)
    .where(
      sql<boolean>`(old_token_hash = ${hash} AND old_confirmed_at IS NULL
        OR new_token_hash = ${hash} AND new_confirmed_at IS NULL)`,
    )
    .returning(sql<boolean>`old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL`.as('isDone'))
    .executeTakeFirst()
  return row?.isDone ?? null
}

/** Gives a user another address, which it has proven. Links that were mailed to the old one end. */
export async function updateAddress(
  trx: DatabaseTransaction,
  userId: number,
  newEmail: string,
): Promise<void> {
  await deleteLoginLinks(trx, userId)
  await trx.updateTable('users').set({ email: newEmail }).where('id', '=', userId).execute()
  await voidTokens(trx, userId, 'reset-password')
  await voidTokens(trx, userId, 'verify-email')
}
