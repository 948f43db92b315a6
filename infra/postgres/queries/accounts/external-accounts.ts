import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** A user at an issuer of OpenID Connect. */
export type ExternalAccount = { readonly issuer: string; readonly subject: string }

export async function findExternalAccountUser(
  db: Database,
  { issuer, subject }: ExternalAccount,
): Promise<number | null> {
  const row = await db
    .selectFrom('external_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Notes a login by the account. Call it with the user's row locked.
 *
 * @returns false where it was removed meanwhile
 */
export async function noteExternalLogin(
  trx: DatabaseTransaction,
  userId: number,
  { issuer, subject }: ExternalAccount,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('external_accounts')
    .set({ last_used_at: sql<Date>`now()` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Another login may have connected it meanwhile. */
export async function insertExternalAccount(
  trx: DatabaseTransaction,
  userId: number,
  { issuer, subject }: ExternalAccount,
): Promise<void> {
  await trx
    .insertInto('external_accounts')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

export async function listExternalAccounts(db: Database, userId: number) {
  return db
    .selectFrom('external_accounts')
    .select(['id', 'issuer', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** @returns its issuer; null where the user has no such account */
export async function deleteExternalAccount(
  trx: DatabaseTransaction,
  userId: number,
  id: number,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('external_accounts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('issuer')
    .executeTakeFirst()
  return row?.issuer ?? null
}
