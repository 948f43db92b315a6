import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { AuthTokensTable } from '../../schema/accounts.ts'
import { holdUserForUpdate } from './users.ts'

export type TokenPurpose = AuthTokensTable['purpose']

/** In seconds. */
export const TOKEN_LIFETIMES = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 30 * 60,
  'log-in': 24 * 60 * 60,
} as const satisfies Record<TokenPurpose, number>

const TOKEN_BYTES = 32

/** 43 characters of base64url, 256 bits. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** SHA-256: only this is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}

/** A token of another purpose is unknown. */
export type TokenUse =
  | { readonly outcome: 'consumed'; readonly userId: number }
  | { readonly outcome: 'expired' | 'used' | 'unknown' }

/**
 * Inserts a token, voids the user's older ones of the purpose and returns the token.
 *
 * @param lifetime in seconds
 */
export async function insertToken(
  trx: DatabaseTransaction,
  userId: number,
  purpose: TokenPurpose,
  lifetime: number = TOKEN_LIFETIMES[purpose],
): Promise<string> {
  // Serializes two workers that mail the same user; otherwise neither sees the other's token.
  await holdUserForUpdate(trx, userId)
  await voidTokens(trx, userId, purpose)
  const token = createToken()
  await trx
    .insertInto('auth_tokens')
    .values({
      user_id: userId,
      purpose,
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime})`,
    })
    .execute()
  return token
}

/** Voids a user's open tokens of a purpose: their links report them as expired. */
export async function voidTokens(db: Database, userId: number, purpose: TokenPurpose): Promise<void> {
  await db
    .updateTable('auth_tokens')
    .set({ voided_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/**
 * Checks and consumes a token in one statement, so that one of several concurrent uses succeeds. Its user is locked
 * first, as by all that changes both.
 */
export async function consumeToken(
  trx: DatabaseTransaction,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenUse> {
  const owner = await findTokenUser(trx, purpose, token)
  if (owner !== null) await holdUserForUpdate(trx, owner)
  const consumed = await trx
    .updateTable('auth_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (consumed) return { outcome: 'consumed', userId: consumed.user_id }
  return { outcome: await getWhyNotConsumed(trx, purpose, token) }
}

/** The user of a token that could be used now; null without one. Only {@link consumeToken} decides. */
export async function findTokenUser(
  db: Database,
  purpose: TokenPurpose,
  token: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('auth_tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a verification link was mailed to a user, however it has ended. */
export async function isLinkOf(db: Database, userId: number, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth_tokens')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'verify-email')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function getWhyNotConsumed(
  db: Database,
  purpose: TokenPurpose,
  token: string,
): Promise<'expired' | 'used' | 'unknown'> {
  const row = await db
    .selectFrom('auth_tokens')
    .innerJoin('users', 'users.id', 'auth_tokens.user_id')
    .select(['auth_tokens.used_at', 'users.email_verified_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) return 'unknown'
  // Another verification link of the user was used, so this one is done as well.
  const isSettled = purpose === 'verify-email' && row.email_verified_at !== null
  return row.used_at !== null || isSettled ? 'used' : 'expired'
}
