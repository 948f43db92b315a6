import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { RegisteredPasskey } from '../../schema/accounts.ts'
import { userSubject } from './audit-log.ts'
import { createToken, hashToken, TOKEN_LIFETIMES, type TokenPurpose } from './auth-tokens.ts'

export type NewRegistration = {
  /** Trimmed and lower-cased, as the contract's field `email`. */
  readonly email: string
  readonly displayName: string
  /** Null with a passkey in its place. */
  readonly passwordHash: string | null
  readonly passkey: RegisteredPasskey | null
  /** The account joins the league of this invitation. */
  readonly invitation: string | null
  /** For which the visitor registered. */
  readonly showId: number | null
  /** Of the page; null where an earlier release has stored it. */
  readonly language: string | null
}

export type Registration = NewRegistration & { readonly id: number }

/** Until the end of the transaction nobody else registers or confirms the address. */
export async function holdAddress(trx: DatabaseTransaction, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(trx)
}

export async function insertRegistration(
  trx: DatabaseTransaction,
  { email, displayName, passwordHash, passkey, invitation, showId, language }: NewRegistration,
): Promise<number> {
  const { id } = await trx
    .insertInto('registrations')
    .values({
      email,
      display_name: displayName,
      password_hash: passwordHash,
      passkey: passkey && JSON.stringify(passkey),
      // Gateways of 0.11.0 read whether picks are shown.
      shows_picks: true,
      invitation,
      show_id: sql<number | null>`(SELECT id FROM shows WHERE id = ${showId})`,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function selectRegistrations(db: Database) {
  return db
    .selectFrom('registrations')
    .select([
      'registrations.id',
      'registrations.email',
      'registrations.display_name as displayName',
      'registrations.password_hash as passwordHash',
      'registrations.passkey',
      'registrations.invitation',
      'registrations.show_id as showId',
      'registrations.language',
    ])
}

export async function findRegistration(db: Database, id: number): Promise<Registration | null> {
  const row = await selectRegistrations(db).where('registrations.id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findNewestRegistration(db: Database, email: string): Promise<Registration | null> {
  const row = await selectRegistrations(db)
    .where('registrations.email', '=', email)
    .orderBy('registrations.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** How often an address is registered and not confirmed; an unconfirmed user of an earlier release counts as once. */
export async function countRegistrations(db: Database, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM registrations WHERE email = ${email})
      + (SELECT count(*) FROM users WHERE email = ${email} AND email_verified_at IS NULL))::integer AS count
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Deletes the registrations of an address that now belongs to a user. Their links become links of the user, and what
 * the audit log has of them becomes part of what was done to the user's account.
 *
 * @param confirmed by a token of one of them. Its browser may log in if `letsBrowserIn`; no other one may
 */
export async function dropRegistrations(
  trx: DatabaseTransaction,
  email: string,
  userId: number,
  confirmed?: { registrationId: number; token: string; letsBrowserIn: boolean },
): Promise<void> {
  const isUsed = confirmed ? sql<boolean>`token_hash = ${hashToken(confirmed.token)}` : sql<boolean>`false`
  const browserOf = confirmed?.letsBrowserIn ? confirmed.registrationId : null
  await sql`
    INSERT INTO auth_tokens (user_id, purpose, token_hash, created_at, expires_at, used_at, voided_at)
    SELECT ${userId}::integer, purpose, token_hash, registration_tokens.created_at, expires_at,
      CASE WHEN ${isUsed} THEN now() END,
      CASE WHEN ${isUsed} THEN NULL
        WHEN purpose = 'log-in' AND registration_id = ${browserOf}::integer THEN voided_at
        ELSE coalesce(voided_at, now()) END
    FROM registration_tokens JOIN registrations ON registrations.id = registration_id
    WHERE email = ${email}`.execute(trx)
  await sql`
    UPDATE audit_log SET subject = ${userSubject(userId)}
    WHERE subject = ANY(ARRAY(SELECT 'registration:' || id FROM registrations WHERE email = ${email}))`.execute(
    trx,
  )
  await trx.deleteFrom('registrations').where('email', '=', email).execute()
}

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
  await storeToken(trx, { registrationId, purpose, token, lifetime })
  return token
}

/** Logs the browser in that registered, once the registration is confirmed; new links leave it as it is. */
export async function insertBrowserToken(
  trx: DatabaseTransaction,
  registrationId: number,
  token: string,
): Promise<void> {
  const purpose = 'log-in'
  await storeToken(trx, { registrationId, purpose, token, lifetime: TOKEN_LIFETIMES[purpose] })
}

async function storeToken(
  trx: DatabaseTransaction,
  given: { registrationId: number; purpose: TokenPurpose; token: string; lifetime: number },
): Promise<void> {
  await trx
    .insertInto('registration_tokens')
    .values({
      registration_id: given.registrationId,
      purpose: given.purpose,
      token_hash: hashToken(given.token),
      expires_at: sql<Date>`now() + make_interval(secs => ${given.lifetime})`,
    })
    .execute()
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
