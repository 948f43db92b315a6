import { foldedForms } from '@called-it/shared/game/search-fold'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { isLongRun } from '@called-it/tests/support/long-run'
import { createTestDatabase, databaseOfFile, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { insertMissingUsers, insertUser } from './new-users.ts'
import { selectUserPage } from './user-search.ts'
import { findUserByEmail, findUserById, findUserWithPassword } from './users.ts'

const database = await databaseOfFile()

const someone = { displayName: 'Juniper Voss', passwordHash: 'a hash' }

test('returns the password hash only where it is asked for', async () => {
  await insertUser(database.db, { ...someone, email: 'login@example.test' })
  const found = await findUserWithPassword(database.db, 'login@example.test')
  expect(found?.passwordHash).toBe('a hash')
  expect(
    JSON.stringify([found?.user, await findUserByEmail(database.db, 'login@example.test')]),
  ).not.toContain('a hash')
  expect(await findUserWithPassword(database.db, 'nobody@example.test')).toBeNull()
})

test('inserts only missing users and returns the ids of all', async () => {
  const known = await makeUser(database.db, { displayName: 'Known' })
  const given = [
    { email: known.email, displayName: 'Other name', passwordHash: 'x', isAdmin: true, isVerified: true },
    { email: 'bulk-1@example.test', displayName: 'Bulk One', passwordHash: 'x', isVerified: true },
    { email: 'bulk-2@example.test', displayName: 'Bulk Two', passwordHash: 'x', isAdmin: true },
  ]
  const ids = await insertMissingUsers(database.db, given)
  expect(await insertMissingUsers(database.db, given)).toEqual(ids)
  expect(ids.get(known.email)).toBe(known.id)
  expect(await findUserById(database.db, known.id)).toMatchObject({ displayName: 'Known', isAdmin: false })
  const first = await findUserByEmail(database.db, 'bulk-1@example.test')
  expect(first).toMatchObject({ id: ids.get('bulk-1@example.test'), emailVerifiedAt: expect.any(Date) })
  const second = await findUserByEmail(database.db, 'bulk-2@example.test')
  expect(second).toMatchObject({ isAdmin: true, emailVerifiedAt: null })
})

test('folds every character that Postgres knows as pages do', async () => {
  const characters = Array.from({ length: 0x1ffff }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
  const { rows } = await sql<{ text: string; folded: string }>`
    SELECT given AS text, search_fold('x' || given || 'y Z') AS folded
    FROM unnest(${characters}::text[]) AS given WHERE unicode_assigned(given)`.execute(database.db)
  const different = rows.filter(({ text, folded }) => {
    const [spaced, joined = spaced] = foldedForms(`x${text}y Z`)
    return folded !== `${spaced}\n${joined}`
  })
  expect(different.map(({ text }) => text.codePointAt(0)?.toString(16))).toEqual([])
})

test.each([
  ['bjorn strass', 'Bjørn-Straße'],
  ['bjornstrasse', 'Bjørn-Straße'],
  ['BJØRN-STR', 'Bjørn-Straße'],
  ['rock and', 'Rock & Roll'],
  ['&', 'Rock & Roll'],
  ['% _', '100 % _'],
])('finds by %s the user %s', async (search, displayName) => {
  const { id } = await makeUser(database.db, { displayName })
  const found = await selectUserPage(database.db, { search, limit: 50 }).execute()
  expect(found.map((user) => user.id)).toContain(id)
  await database.db.deleteFrom('users').where('id', '=', id).execute()
})

test.each([
  ['alder@elsewhere', true],
  ['r@elsewhere.te', true],
  ['alder@', true],
  ['@elsewhere', true],
  ['alder@elsewhere.t%st', false],
  ['alder@other', false],
])('finds by the part %s of an address: %s', async (search, isFound) => {
  const { id } = await makeUser(database.db, { email: 'wren.alder@elsewhere.test' })
  const found = await selectUserPage(database.db, { search, limit: 50 }).execute()
  expect(found.map((user) => user.id).includes(id)).toBe(isFound)
  await database.db.deleteFrom('users').where('id', '=', id).execute()
})

describe('search among many users', () => {
  const many = isLongRun ? 200_000 : 20_000
  let crowd: TestDatabase
  /** Pages that a full scan of the table reads. */
  let pages: number

  beforeAll(async () => {
    crowd = await createTestDatabase()
    await sql`
      INSERT INTO users (email, display_name, sort_name, password_hash)
      SELECT md5(g::text) || '.' || g || '@mail.test', 'Fan ' || md5((g * 7)::text), 'fan', repeat('x', 97)
      FROM generate_series(1, ${many}) g`.execute(crowd.db)
    await sql`VACUUM ANALYZE users`.execute(crowd.db)
    const { rows } = await sql<{ pages: number }>`
      SELECT relpages AS pages FROM pg_class WHERE oid = 'users'::regclass`.execute(crowd.db)
    pages = rows[0]?.pages ?? 0
  })
  afterAll(() => crowd.drop())

  const plan = z.looseObject({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    get Plans() {
      return z.array(plan).optional()
    },
  })
  const explained = z.tuple([
    z.object({
      'QUERY PLAN': z.tuple([
        z.object({
          Plan: plan.extend({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }),
        }),
      ]),
    }),
  ])

  function indexesOf(node: z.output<typeof plan>): string[] {
    return [node['Index Name'] ?? [], ...(node.Plans ?? []).map(indexesOf)].flat()
  }

  async function explain(page: { search?: string; after?: number }) {
    const query = selectUserPage(crowd.db, { limit: 51, ...page })
    const [
      {
        'QUERY PLAN': [{ Plan: found }],
      },
    ] = explained.parse(await query.explain('json', sql`analyze, buffers`))
    return found
  }

  test('reads no folded names for an address', async () => {
    expect(indexesOf(await explain({ search: `.${many / 2}@mail` }))).not.toContain('users_search_fold')
  })

  test('reads no letters of a domain in the index', async () => {
    const conditionsOf = (node: z.output<typeof plan>): string[] =>
      [node['Index Cond'] ?? [], ...(node.Plans ?? []).map(conditionsOf)].flat()
    const conditions = conditionsOf(await explain({ search: `.${many / 2}@mail` })).join()
    expect(conditions).toContain(`.${many / 2}@%`)
    expect(conditions).not.toContain('@mail')
  })

  test.each([
    { what: 'the first page', page: {}, index: 'users_pkey' },
    { what: 'a page far down', page: { after: many - 100 }, index: 'users_pkey' },
    { what: 'an address', page: { search: `.${many / 2}@mail` }, index: 'users_search' },
    { what: 'nobody', page: { search: 'zebra crossing' }, index: 'users_search' },
    { what: 'a name without its signs', page: { search: 'fan-zebra' }, index: 'users_search_fold' },
    { what: 'a part of every address', page: { search: 'mail' }, index: 'users_pkey' },
    { what: 'two letters without a match', page: { search: 'zq' }, index: 'users_search' },
  ])('finds $what by an index, reading a quarter of the table at most', async ({ page, index }) => {
    const found = await explain(page)
    expect(indexesOf(found)).toContain(index)
    expect(found['Shared Hit Blocks'] + found['Shared Read Blocks']).toBeLessThan(pages / 4)
  })
})
