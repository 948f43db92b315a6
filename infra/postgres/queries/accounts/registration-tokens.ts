import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { type Registration, selectRegistrations } from './registrations.ts'
import { createToken, hashToken, TOKEN_LIFETIMES, type TokenPurpose } from './tokens.ts'

/**
 * Inserts a token, voids the registration's older ones of the purpose and returns the token.
 *
 * @param lifetime in seconds
 */
export async function insertRegistrationToken(
  trx: DatabaseTransaction,
  registrationId: number,
  purpose: TokenPurpose,
  lifetime: number = TOKEN_LIFETIMES[purpose],
): Promise<string> {
  // Serializes two workers that mail the same registration; otherwise neither sees the other's token.
  await trx
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', registrationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await trx
    .updateTable('registration_tokens')
    .set({ voided_at: sql<Date>`now()` })
    .where('registration_id', '=', registrationId)
    .where('purpose', '=', purpose)
    .where('voided_at', 'is', null)
    .execute()
  const token = createToken()
  await trx
    .insertInto('registration_tokens')
    .values({
      registration_id: registrationId,
      purpose,
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime})`,
    })
    .execute()
  return token
}

/** The registration that a token was mailed for, and whether the token can be used now; null for an unknown one. */
export async function findRegistrationByToken(
  db: Database,
  purpose: TokenPurpose,
  token: string,
): Promise<{ registration: Registration; isOpen: boolean } | null> {
  const row = await selectRegistrations(db)
    .innerJoin('registration_tokens', 'registration_tokens.registration_id', 'registrations.id')
    .select(sql<boolean>`voided_at IS NULL AND expires_at > now()`.as('isOpen'))
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) return null
  const { isOpen, ...registration } = row
  return { registration, isOpen }
}
