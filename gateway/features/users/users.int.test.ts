import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { USERS_PAGE } from '@called-it/shared/contract/users'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

let gateway: TestGateway
let cookie: string
const logged: string[] = []

beforeAll(async () => {
  const log: Logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  gateway = await startGateway({ log })
  const { db } = gateway.postgres
  const admin = await makeAdmin(db, { email: 'boss@example.test', displayName: 'The Boss' })
  cookie = await gateway.loginAs(admin)
  await makeUser(db, { email: 'wren@elsewhere.test', displayName: 'Wren 100% Alder', isVerified: false })
  await makeUser(db, { email: 'under_score@example.test', displayName: 'Back\\slash' })
  const gone = await makeUser(db, { email: 'gone@example.test' })
  await eraseUser(db, gone.id)
  for (let index = 0; index < USERS_PAGE; index++) await makeUser(db)
})
afterAll(() => gateway.stop())

type Page = { users: { id: number; email: string }[]; next: number | null }

async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await gateway.send('GET', `/api/admin/users?${new URLSearchParams(query)}`, { as: cookie })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text)
}
const found = async (search: string) => (await list({ search })).users.map(({ email }) => email)

test('accounts are listed page by page, once each, deleted ones left out', async () => {
  const first = await list()
  expect(first.users).toHaveLength(USERS_PAGE)
  expect(first.users[0]).toEqual({
    id: expect.any(Number),
    email: 'boss@example.test',
    display_name: 'The Boss',
    is_admin: true,
    email_verified: true,
    created_at: expect.any(String),
  })
  expect(first.users[1]).toMatchObject({ is_admin: false, email_verified: false })
  const second = await list({ after: String(first.next) })
  expect(second.next).toBeNull()
  const ids = [...first.users, ...second.users].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  expect(ids).toHaveLength(USERS_PAGE + 3)
})

test.each([
  ['a part of an address', 'sewher', ['wren@elsewhere.test']],
  ['a part of a name, without case', 'EN 100', ['wren@elsewhere.test']],
  ['two letters that a name begins with', 'Wr', ['wren@elsewhere.test']],
  ['spaces around it', '  boss@ ', ['boss@example.test']],
  ['a percent sign as itself', '0%', []],
  ['a percent sign inside', '00% a', ['wren@elsewhere.test']],
  ['an underscore as itself', 'r_s', ['under_score@example.test']],
  ['a backslash as itself', 'k\\s', ['under_score@example.test']],
  ['an apostrophe', "x' OR '1'='1", []],
  ['a deleted one', 'gone@', []],
])('finds by %s', async (_, search, emails) => {
  expect(await found(search)).toEqual(emails)
})

test('a search for what no database can hold is refused', async () => {
  const answer = await gateway.send('GET', '/api/admin/users?search=a%00b', { as: cookie })
  expect(answer).toMatchObject({ status: 422, json: { issues: [{ path: 'search' }] } })
})

test('a search that is too long is refused, and no search or address reaches the log', async () => {
  const tooLong = await gateway.send('GET', `/api/admin/users?search=${'x'.repeat(300)}`, { as: cookie })
  expect(tooLong).toMatchObject({ status: 422, json: { code: 'invalid' } })
  await found('wren@elsewhere.test')
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toMatch(/elsewhere|xxx|@example/)
})
