import { makeUser } from '@called-it/tests/support/factories/accounts'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { consumeToken, insertToken, type TokenPurpose } from './auth-tokens.ts'
import { holdUserForUpdate, updateEmailVerified } from './users.ts'

const database = await databaseOfFile()
let userId: number

beforeEach(async () => {
  userId = (await makeUser(database.db, { isVerified: false })).id
})

const issue = (purpose: TokenPurpose = 'verify-email', lifetime?: number) =>
  database.db.transaction().execute((trx) => insertToken(trx, userId, purpose, lifetime))

const consume = (token: string, purpose: TokenPurpose = 'verify-email') =>
  database.db.transaction().execute((trx) => consumeToken(trx, purpose, token))

/** Moves every token of the user into the past. */
const age = (interval: string) =>
  database.db
    .updateTable('auth_tokens')
    .set({
      expires_at: sql<Date>`expires_at - ${interval}::interval`,
      used_at: sql<Date>`used_at - ${interval}::interval`,
      voided_at: sql<Date>`voided_at - ${interval}::interval`,
    })
    .where('user_id', '=', userId)
    .execute()

test('accepts a token once and reports it as used afterwards', async () => {
  const token = await issue()
  expect(await consume(token)).toEqual({ outcome: 'consumed', userId })
  expect(await consume(token)).toEqual({ outcome: 'used' })
})

test('keeps a token whose use is rolled back', async () => {
  const token = await issue()
  await expect(
    database.db.transaction().execute(async (trx) => {
      await consumeToken(trx, 'verify-email', token)
      throw new Error('something else failed')
    }),
  ).rejects.toThrow('something else failed')
  expect(await consume(token)).toEqual({ outcome: 'consumed', userId })
})

test('stores only the hash of a token', async () => {
  const token = await issue()
  expect(token).toMatch(/^[\w-]{43}$/)
  const { rows } = await sql<{ text: string }>`
    SELECT auth_tokens::text AS text FROM auth_tokens WHERE user_id = ${userId}`.execute(database.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
})

test('voids older tokens, also when two are inserted at once', async () => {
  const older = await issue()
  const newer = await issue()
  expect(await consume(older)).toEqual({ outcome: 'expired' })

  const rivals = await Promise.all(Array.from({ length: 8 }, () => issue()))
  const uses = await Promise.all([newer, ...rivals].map((token) => consume(token)))
  expect(uses.filter(({ outcome }) => outcome === 'consumed')).toHaveLength(1)
})

test('ends without a deadlock while another token is inserted', async () => {
  const token = await issue()
  const inserting = await database.db.startTransaction().execute()
  await holdUserForUpdate(inserting, userId)
  const used = database.db.transaction().execute(async (trx) => {
    const use = await consumeToken(trx, 'verify-email', token)
    await updateEmailVerified(trx, userId)
    return use
  })
  await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
  await insertToken(inserting, userId, 'verify-email')
  await inserting.commit().execute()
  expect(await used).toEqual({ outcome: 'expired' })
})

test.each([
  ['verify-email', '23 hours 59 minutes', '24 hours'],
  ['reset-password', '29 minutes', '30 minutes'],
] as const)('accepts a token for %s after %s but not after %s', async (purpose, within, after) => {
  const first = await issue(purpose)
  await age(within)
  expect(await consume(first, purpose)).toEqual({ outcome: 'consumed', userId })
  const second = await issue(purpose)
  await age(after)
  expect(await consume(second, purpose)).toEqual({ outcome: 'expired' })
})

test('reports other verification links as used once the address is verified', async () => {
  const older = await issue()
  const newer = await issue()
  await consume(newer)
  await updateEmailVerified(database.db, userId)
  expect(await consume(older)).toEqual({ outcome: 'used' })
})
