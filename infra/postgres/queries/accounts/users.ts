import { nameSortKey } from '@called-it/shared/game/standings'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'

/** A fan or an admin. A deleted profile keeps its row, without an address. */
export type User = {
  id: number
  email: string | null
  displayName: string
  isAdmin: boolean
  emailVerifiedAt: Date | null
  createdAt: Date
  deletedAt: Date | null
  /** SHA-256 of the picture, which is its address; null where there is none. */
  avatarHash: string | null
}

export type NewUser = {
  /** Trimmed and lower-cased, as the field `email` of the contract gives it. */
  email: string
  displayName: string
  passwordHash: string
  isAdmin?: boolean
  /** Skips the verification mail: for accounts that are not made by a request. */
  isVerified?: boolean
}

/** Stores a new user and answers with the id, or null where the address is known: nothing is stored then. */
export async function insertUser(db: Database, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      email: user.email,
      display_name: user.displayName,
      sort_name: nameSortKey(user.displayName),
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ?? false,
      email_verified_at: user.isVerified ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Stores users whose addresses are not known yet; who is known stays as they are.
 *
 * @returns the ids by address, of the known ones too
 */
export async function insertMissingUsers(
  db: Database,
  users: readonly NewUser[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map()
  await db
    .insertInto('users')
    .columns(['email', 'display_name', 'sort_name', 'password_hash', 'is_admin', 'email_verified_at'])
    .expression(
      sql`SELECT email, display_name, sort_name, password_hash, is_admin, CASE WHEN verified THEN now() END
          FROM jsonb_to_recordset(${JSON.stringify(users.map(toRecord))}::jsonb) AS given(
            email text, display_name text, sort_name text, password_hash text, is_admin boolean, verified boolean)`,
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', sql<string>`ANY(${users.map(({ email }) => email)}::text[])`)
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
  }
}

function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.display_name as displayName',
      'users.is_admin as isAdmin',
      'users.email_verified_at as emailVerifiedAt',
      'users.created_at as createdAt',
      'users.deleted_at as deletedAt',
      'avatars.content_hash as avatarHash',
    ])
}

/** The user of an address (trimmed and lower-cased). */
export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  const user = await selectUsers(db).where('users.email', '=', email).executeTakeFirst()
  return user ?? null
}

/** The user of an address with the hash that a login is checked against. It must not leave the service. */
export async function findUserWithPassword(
  db: Database,
  email: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const row = await selectUsers(db)
    .select('users.password_hash as passwordHash')
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!row || row.passwordHash === null) return null
  const { passwordHash, ...user } = row
  return { user, passwordHash }
}

/** The hash that a user's password is checked against; null for a deleted profile. It must not leave the service. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

/**
 * Whether this still is the user's hash. Waits for a change of it that is under way, so that whoever asks after a
 * login knows that no change of the password has overtaken them.
 */
export async function hasPasswordHash(db: Database, userId: number, passwordHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return row?.passwordHash === passwordHash
}

/**
 * Replaces a user's password hash.
 *
 * @param before where given, only if it still is the one
 * @returns whether it was replaced; never for a deleted profile
 */
export async function updatePasswordHash(
  db: Database,
  userId: number,
  passwordHash: string,
  before?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('password_hash', '=', before ?? null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a user another name on the boards. */
export async function updateDisplayName(db: Database, userId: number, displayName: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ display_name: displayName, sort_name: nameSortKey(displayName) })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** What a deleted profile is called on the boards. */
export const DELETED_NAME = 'deleted fan'

/**
 * Deletes a profile: everything in its row that tells who it was goes, the row stays for the scores.
 *
 * @returns false where it is deleted already
 */
export async function eraseUser(db: Database, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      email: null,
      display_name: DELETED_NAME,
      sort_name: nameSortKey(DELETED_NAME),
      password_hash: null,
      is_admin: false,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const userById = prepared('user', (db, userId: RawBuilder<number>) =>
  selectUsers(db).where('users.id', '=', userId),
)

/** The user of an id, deleted ones too. */
export async function findUserById(db: Database, userId: number): Promise<User | null> {
  const [user] = await userById(db, userId)
  return user ?? null
}

type UsersPage = {
  /** Looked for in addresses and names, without case; empty for everybody. */
  search?: string
  /** The id behind which the page starts. */
  after?: number
  /** The most rows of it. */
  limit: number
}

/** Below this many characters the index of searches knows how words begin, and nothing of what is inside them. */
const SHORTEST_PART = 3

/**
 * Users in the order of their ids, deleted ones left out. One or two characters are looked for where an address or a
 * name begins, more of them anywhere.
 */
export async function listUsers(db: Database, page: UsersPage): Promise<User[]> {
  return selectUserPage(db, page).execute()
}

/** The query of `listUsers`, for who wants to know how it is carried out. */
export function selectUserPage(db: Database, { search = '', after = 0, limit }: UsersPage) {
  const pattern = `${search.length < SHORTEST_PART ? '' : '%'}${escapePattern(search)}%`
  return selectUsers(db)
    .where('users.deleted_at', 'is', null)
    .where('users.id', '>', after)
    .$if(search !== '', (query) =>
      query.where(({ eb, or }) =>
        or([eb('users.email', 'ilike', pattern), eb('users.display_name', 'ilike', pattern)]),
      ),
    )
    .orderBy('users.id')
    .limit(limit)
}

/** Takes their meaning from the characters that mean something to LIKE. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Gives or takes the admin's rights. Answers whether that changed anything; a deleted user never becomes one. */
export async function updateIsAdmin(db: Database, userId: number, isAdmin: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ is_admin: isAdmin })
    .where('id', '=', userId)
    .where('is_admin', '!=', isAdmin)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a user's address as their own. The first time counts. */
export async function updateEmailVerified(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}
