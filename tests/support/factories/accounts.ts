import { randomUUID } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { insertUser, type NewUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import {
  insertRegistration,
  type NewRegistration,
  type Registration,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import type { UsersTable } from '@called-it/infra/postgres/schema/accounts'
import { sql, type Updateable } from 'kysely'
import { nextNumber } from './next-number.ts'

export const TEST_PASSWORD = 'correct horse battery'

/** TEST_PASSWORD with cheaper parameters (m = 4 MiB, t = 1, p = 1). */
export const CHEAP_TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=4096,t=1,p=1$JY76vp/juM3QLq+16vRNSg$sqjUueK7PNfKGBYjdxX1H7rndyGrlFTc4Pdv74lVBtg'

/** TEST_PASSWORD hashed by argon2id (m = 19 MiB, t = 2, p = 1). */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU'

/** A user with a verified address and TEST_PASSWORD. */
export async function makeUser(
  db: Database,
  given: Partial<NewUser> = {},
): Promise<User & { email: string }> {
  const number = nextNumber()
  const email = given.email ?? `fan-${number}@example.test`
  const id = await insertUser(db, {
    displayName: `Fan ${number}`,
    passwordHash: TEST_PASSWORD_HASH,
    isVerified: true,
    ...given,
    email,
  })
  const user = id === null ? null : await findUserById(db, id)
  if (!user) throw new Error(`the address ${email} is taken`)
  return { ...user, email }
}

export function makeAdmin(db: Database, given: Partial<NewUser> = {}): Promise<User & { email: string }> {
  return makeUser(db, { isAdmin: true, ...given })
}

/** Changes a user without events. */
export async function changeUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}

/** A registration with TEST_PASSWORD that is not confirmed. */
export async function makeRegistration(
  db: Database,
  given: Partial<NewRegistration> = {},
): Promise<Registration> {
  const number = nextNumber()
  const registration = {
    email: `registered-${number}@example.test`,
    displayName: `Registered ${number}`,
    passwordHash: TEST_PASSWORD_HASH,
    passkey: null,
    invitation: null,
    showId: null,
    language: null,
    ...given,
  }
  const id = await db.transaction().execute((trx) => insertRegistration(trx, registration))
  return { ...registration, id }
}

export async function makeSession(
  db: Database,
  userId: number,
  { loggedInAt = Date.now(), passkeyAt }: { loggedInAt?: number; passkeyAt?: number } = {},
): Promise<{ sessionId: string }> {
  const sessionId = randomUUID()
  const sess = {
    cookie: { originalMaxAge: null, httpOnly: true, path: '/' },
    passport: { user: userId },
    loggedInAt,
    passkeyAt,
    rolledAt: Date.now(),
  }
  await db
    .insertInto('sessions')
    .values({ sid: sessionId, sess: JSON.stringify(sess), expire: sql<Date>`now() + interval '30 days'` })
    .execute()
  return { sessionId }
}
