import { nameSortKey } from '@called-it/shared/game/standings'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import type { Registration } from './registrations.ts'

export type NewUser = {
  /** Trimmed and lower-cased, as the contract's field `email`. */
  email: string
  displayName: string
  passwordHash: string
  isAdmin?: boolean
  isLiveOperator?: boolean
  /** Skips the verification mail, for accounts that no request creates. */
  isVerified?: boolean
  /** Absent: true. Who registers is told. */
  showsPicks?: boolean
}

export async function insertUser(db: Database, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      email: user.email,
      display_name: user.displayName,
      sort_name: nameSortKey(user.displayName),
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ?? false,
      is_live_operator: user.isLiveOperator ?? false,
      email_verified_at: user.isVerified ? sql<Date>`now()` : null,
      shows_picks: user.showsPicks ?? true,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * The account of a confirmed registration. Replaces an unconfirmed user of the address.
 *
 * @returns null if the address has a confirmed or suspended user
 */
export async function insertConfirmedUser(
  db: Database,
  registration: Pick<Registration, 'email' | 'displayName' | 'passwordHash' | 'language'>,
): Promise<number | null> {
  const { email, displayName, passwordHash, language } = registration
  const account = {
    display_name: displayName,
    sort_name: nameSortKey(displayName),
    password_hash: passwordHash,
    email_verified_at: sql<Date>`now()`,
    shows_picks: true,
    language,
  }
  const row = await db
    .insertInto('users')
    .values({ email, ...account })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(account)
        .where('users.email_verified_at', 'is', null)
        .where('users.suspended_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Inserts the users whose addresses are new and leaves the others unchanged.
 *
 * @returns ids by address, of all users given
 */
export async function insertMissingUsers(
  db: Database,
  users: readonly NewUser[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map()
  await db
    .insertInto('users')
    .columns([
      'email',
      'display_name',
      'sort_name',
      'password_hash',
      'is_admin',
      'email_verified_at',
      'shows_picks',
    ])
    .expression(
      sql`SELECT email, display_name, sort_name, password_hash, is_admin, CASE WHEN verified THEN now() END, shows_picks
          FROM jsonb_to_recordset(${JSON.stringify(users.map(toRecord))}::jsonb) AS given(
            email text, display_name text, sort_name text, password_hash text, is_admin boolean, verified boolean,
            shows_picks boolean)`,
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return listUserIds(
    db,
    users.map(({ email }) => email),
  )
}

/** By address. */
export async function listUserIds(db: Database, emails: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', sql<string>`ANY(${emails}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[email, id] as const])))
}

function toRecord(user: NewUser) {
  return {
    email: user.email,
    display_name: user.displayName,
    sort_name: nameSortKey(user.displayName),
    password_hash: user.passwordHash,
    is_admin: user.isAdmin ?? false,
    verified: user.isVerified ?? false,
    shows_picks: user.showsPicks ?? true,
  }
}
