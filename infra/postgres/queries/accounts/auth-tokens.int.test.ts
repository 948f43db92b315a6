import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '../../factories.ts'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import { consumeToken, deleteOldTokens, insertToken, type TokenPurpose } from './auth-tokens.ts'
import { updateEmailVerified } from './users.ts'

let database: TestDatabase
let userId: number

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  userId = (await makeUser(database.db, { isVerified: false })).id
})

afterAll(() => database.drop())

const issue = (purpose: TokenPurpose = 'verify-email', lifetime?: number) =>
  database.db.transaction().execute((trx) => insertToken(trx, userId, purpose, lifetime))

const consume = (token: string, purpose: TokenPurpose = 'verify-email') =>
  database.db.transaction().execute((trx) => consumeToken(trx, purpose, token))

/** Moves every token of the test's user into the past. */
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

test('a token works once and is then known as used', async () => {
  const token = await issue()
  expect(await consume(token)).toEqual({ outcome: 'consumed', userId })
  expect(await consume(token)).toEqual({ outcome: 'used' })
})

test('of twenty uses at once, one succeeds', async () => {
  const token = await issue()
  const uses = await Promise.all(Array.from({ length: 20 }, () => consume(token)))
  expect(uses.filter(({ outcome }) => outcome === 'consumed')).toHaveLength(1)
  expect(uses.filter(({ outcome }) => outcome === 'used')).toHaveLength(19)
})

test('a use that is rolled back leaves the token as it was', async () => {
  const token = await issue()
  await expect(
    database.db.transaction().execute(async (trx) => {
      await consumeToken(trx, 'verify-email', token)
      throw new Error('something else failed')
    }),
  ).rejects.toThrow('something else failed')
  expect(await consume(token)).toEqual({ outcome: 'consumed', userId })
})

test('a token is stored as its hash only', async () => {
  const token = await issue()
  expect(token).toMatch(/^[\w-]{43}$/)
  const { rows } = await sql<{ text: string }>`
    SELECT auth_tokens::text AS text FROM auth_tokens WHERE user_id = ${userId}`.execute(database.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
})

test('a newer token voids the older, also when both are made at once', async () => {
  const older = await issue()
  const newer = await issue()
  expect(await consume(older)).toEqual({ outcome: 'expired' })

  const rivals = await Promise.all(Array.from({ length: 8 }, () => issue()))
  const uses = await Promise.all([newer, ...rivals].map((token) => consume(token)))
  expect(uses.filter(({ outcome }) => outcome === 'consumed')).toHaveLength(1)
})

test('purposes do not touch each other, and a token of another kind is unknown', async () => {
  const verification = await issue('verify-email')
  const reset = await issue('reset-password')
  expect(await consume(verification, 'reset-password')).toEqual({ outcome: 'unknown' })
  expect(await consume(verification, 'verify-email')).toEqual({ outcome: 'consumed', userId })
  expect(await consume(reset, 'reset-password')).toEqual({ outcome: 'consumed', userId })
})

test.each([
  ['verify-email', '23 hours 59 minutes', '24 hours'],
  ['reset-password', '29 minutes', '30 minutes'],
] as const)('a token for %s works for %s and has expired after %s', async (purpose, within, after) => {
  const first = await issue(purpose)
  await age(within)
  expect(await consume(first, purpose)).toEqual({ outcome: 'consumed', userId })
  const second = await issue(purpose)
  await age(after)
  expect(await consume(second, purpose)).toEqual({ outcome: 'expired' })
})

test('once the address is verified, every older link has been used', async () => {
  const older = await issue()
  const newer = await issue()
  await consume(newer)
  await updateEmailVerified(database.db, userId)
  expect(await consume(older)).toEqual({ outcome: 'used' })
})

test.each(['', 'x', "'; DROP TABLE auth_tokens; --", '\u0000', 'x'.repeat(10_000)])(
  'rubbish is unknown (%#)',
  async (rubbish) => {
    expect(await consume(rubbish)).toEqual({ outcome: 'unknown' })
  },
)

test('a token that no longer works is kept for 30 days', async () => {
  const used = await issue()
  await consume(used)
  await age('29 days')
  await deleteOldTokens(database.db)
  expect(await consume(used)).toEqual({ outcome: 'used' })
  await age('2 days')
  expect(await deleteOldTokens(database.db)).toBeGreaterThanOrEqual(1)
  expect(await consume(used)).toEqual({ outcome: 'unknown' })
})
