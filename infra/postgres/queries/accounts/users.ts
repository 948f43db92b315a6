import { DELETED_NAME } from '@called-it/shared/contract/display-name'
import { nameSortKey } from '@called-it/shared/game/standings'
import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { deleteNameFromEvents } from '../outlets/public-events.ts'
import { AVATAR_PATH } from './avatars.ts'
import { RIGHTS_REST_AT } from './resting-rights.ts'

export type Rights = { readonly isAdmin: boolean; readonly isLiveOperator: boolean }

/** A deleted profile keeps its row without an address. */
export type User = InferResult<ReturnType<typeof selectUsers>>[number] & {
  /** Those that rest in the session of the request; then it has none. */
  readonly resting?: Rights
}

export function selectUsers(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.display_name as displayName',
      'users.is_admin as isAdmin',
      'users.is_live_operator as isLiveOperator',
      'users.email_verified_at as emailVerifiedAt',
      'users.created_at as createdAt',
      'users.deleted_at as deletedAt',
      'users.suspended_at as suspendedAt',
      RIGHTS_REST_AT.as('rightsRestAt'),
      AVATAR_PATH.as('avatarPath'),
      // Whether others see the name on the picks after a show's lock.
      'users.shows_picks as showsPicks',
      // Null where none is chosen.
      'users.language',
      sql<boolean>`users.password_hash IS NOT NULL`.as('hasPassword'),
      sql<boolean>`EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id)`.as('hasPasskey'),
    ])
}

/** Finds by a trimmed and lower-cased address. */
export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  const user = await selectUsers(db).where('users.email', '=', email).executeTakeFirst()
  return user ?? null
}

/** Else somebody who proves the address gets it. */
export function holdsAddress({ emailVerifiedAt, suspendedAt }: User): boolean {
  return emailVerifiedAt !== null || suspendedAt !== null
}

/** The user of an address with the password hash, which must not leave the service; null for one without a password. */
export async function findUserWithPassword(
  db: Database,
  email: string,
): Promise<{ user: User; passwordHash: string | null } | null> {
  const row = await selectUsers(db)
    .select('users.password_hash as passwordHash')
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!row) return null
  const { passwordHash, ...user } = row
  return { user, passwordHash }
}

/** The password hash, which must not leave the service; null without a password, and for a deleted profile. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

/**
 * Serializes changes of a user's password, sessions and tokens: each takes this lock first.
 *
 * @returns false for a deleted profile
 */
export async function holdUserForUpdate(trx: DatabaseTransaction, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** As {@link holdUserForUpdate}, but false for a suspended profile too. */
export async function holdActiveUserForUpdate(trx: DatabaseTransaction, userId: number): Promise<boolean> {
  if (!(await holdUserForUpdate(trx, userId))) return false
  const user = await findUserById(trx, userId)
  return user !== null && user.suspendedAt === null
}

/**
 * Whether this is still the user's hash, or lack of one, and the user is neither suspended nor deleted. Waits for a
 * concurrent change of the password and a concurrent suspension.
 */
export async function mayLogIn(db: Database, userId: number, passwordHash: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['password_hash as passwordHash', 'suspended_at as suspendedAt', 'deleted_at as deletedAt'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!row || row.suspendedAt !== null || row.deletedAt !== null) return false
  return row.passwordHash === passwordHash
}

/** The days until rights rest begin anew. */
export async function restartGrace(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_login_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('first_login_at', 'is not', null)
    .execute()
}

export async function noteFirstLogin(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_login_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('first_login_at', 'is', null)
    .execute()
}

/**
 * Replaces a user's password hash.
 *
 * @param before if given, replaces only this hash
 * @returns whether it was replaced; false for a deleted profile
 */
export async function updatePasswordHash(
  db: Database,
  userId: number,
  passwordHash: string | null,
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

export async function updateDisplayName(db: Database, userId: number, displayName: string): Promise<void> {
  await deleteNameFromEvents(db, userId, displayName)
  await db
    .updateTable('users')
    .set({ display_name: displayName, sort_name: nameSortKey(displayName) })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Those of deleted users stay off.
 *
 * @returns whether that changed anything
 */
export async function updateSwitch(
  db: Database,
  userId: number,
  column: 'is_admin' | 'is_live_operator' | 'shows_picks',
  isOn: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(column, isOn)
    .where('id', '=', userId)
    .where(column, '!=', isOn)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateLanguage(db: Database, userId: number, language: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

const LATELY_MINUTES = 10
const MAX_LATELY_HIDDEN = 1_000

/** Users who were deleted or suspended in the last minutes, for pages that still show their names. */
export async function listHiddenUsers(db: Database): Promise<number[]> {
  const lately = sql<Date>`now() - make_interval(mins => ${LATELY_MINUTES})`
  const rows = await db
    .selectFrom('users')
    .select(['id', 'deleted_at as at'])
    .where('deleted_at', '>', lately)
    .unionAll(
      db
        .selectFrom('suspensions')
        .select(['user_id as id', 'created_at as at'])
        .where('created_at', '>', lately),
    )
    .orderBy('at', 'desc')
    .limit(MAX_LATELY_HIDDEN)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes everything personal from a user's row, which stays for the scores.
 *
 * @returns false if the profile is deleted already
 */
export async function eraseUser(db: Database, userId: number): Promise<boolean> {
  await deleteNameFromEvents(db, userId, DELETED_NAME)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      email: null,
      display_name: DELETED_NAME,
      sort_name: nameSortKey(DELETED_NAME),
      password_hash: null,
      is_admin: false,
      is_live_operator: false,
      shows_picks: false,
      suspended_at: null,
      language: null,
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

/** Deleted users are found too. */
export async function findUserById(db: Database, userId: number): Promise<User | null> {
  const [user] = await userById(db, userId)
  return user ?? null
}

/** Counts admins who can log in, and locks their rows: the second of two who leave at once is the last. */
export async function isLastAdmin(trx: DatabaseTransaction, userId: number): Promise<boolean> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.length === 1 && admins[0]?.id === userId
}

/** Those that mails about the installation go to. */
export async function listMailedAdmins(db: Database): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .execute()
  return admins.map(({ id }) => id)
}

export async function updateEmailVerified(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}
