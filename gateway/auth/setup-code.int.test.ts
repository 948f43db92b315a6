import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfTest, refusal, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { createAuthenticator } from '@called-it/tests/support/software-authenticator'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { announceSetupCode } from './setup-code.ts'

const webRoot = await folderOfFile()
await writeFile(path.join(webRoot, 'index.html'), '<head><!-- __HEAD__ --></head>')

const ADMIN = { display_name: 'Olga Operator', email: 'olga@band.example', password: 'nine brown hares' }

/** What a start prints. */
async function start({ postgres: { db }, parts }: TestGateway, demo = false): Promise<string[]> {
  const printed: string[] = []
  const config = { demo, publicUrl: parts.config.publicUrl }
  const print = (line: string) => void printed.push(line)
  await announceSetupCode({ db, config, log: pino({ level: 'silent' }), print, retryMs: 10 })
  return printed
}

async function startForCode(gateway: TestGateway): Promise<string> {
  const [line = ''] = await start(gateway)
  return /(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/.exec(line)?.[0] ?? expect.fail(line)
}

const check = (gateway: TestGateway, code: string, address = '192.0.2.1') =>
  gateway.send('POST', '/api/setup', { headers: { 'x-setup-code': code, 'x-forwarded-for': address } })

const makeFirst = (gateway: TestGateway, code: string, account: object = ADMIN) =>
  gateway.send('POST', '/api/setup/admin', { headers: { 'x-setup-code': code }, json: account })

test('tells a new code at each start, and stores its hash alone', async () => {
  const gateway = await gatewayOfTest()
  const first = await startForCode(gateway)
  expect(await check(gateway, first)).toMatchObject({
    status: 200,
    json: { has_backups: false, takes_passkeys: true },
  })
  const [line = ''] = await start(gateway)
  expect(line).toContain('http://called-it.example/setup')
  expect(await check(gateway, first)).toMatchObject(refusal(403, 'wrong_setup_code'))
  const typed = line.slice(-19).toLowerCase().replaceAll('-', ' ')
  expect((await check(gateway, typed)).status).toBe(200)
  const rows = await gateway.postgres.db.selectFrom('setup_code').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(line.slice(-19))
})

test('tells none with an admin, and none with the demo', async () => {
  const gateway = await gatewayOfTest()
  const { db } = gateway.postgres
  expect(await start(gateway, true)).toEqual([])
  const code = await startForCode(gateway)
  await makeAdmin(db)
  expect(await check(gateway, code)).toMatchObject(refusal(404, 'not_found'))
  expect(await start(gateway)).toEqual([])
  expect(await db.selectFrom('setup_code').selectAll().execute()).toEqual([])
})

test('stores the code once the database works', async () => {
  const gateway = await gatewayOfTest()
  const { db } = gateway.postgres
  await sql`ALTER TABLE setup_code RENAME TO away`.execute(db)
  const printed = await start(gateway)
  expect(printed).toEqual([])
  await sql`ALTER TABLE away RENAME TO setup_code`.execute(db)
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect((await check(gateway, printed[0]?.slice(-19) ?? '')).status).toBe(200)
})

test('takes five wrong codes a minute from everybody together', async () => {
  const gateway = await gatewayOfTest({ config: { trustProxy: 1 } })
  const code = await startForCode(gateway)
  for (let count = 0; count < 5; count += 1) {
    expect((await check(gateway, code)).status).toBe(200)
    expect((await check(gateway, 'ABCD', `192.0.2.${count}`)).status).toBe(403)
  }
  expect(await check(gateway, 'ABCD', '192.0.2.9')).toMatchObject(refusal(429, 'too_many_requests'))
  // Nobody keeps its owner out.
  expect((await check(gateway, code)).status).toBe(200)
})

test('makes one admin of two at once, with rights and a session', async () => {
  const gateway = await gatewayOfTest({ webRoot })
  const { db } = gateway.postgres
  const code = await startForCode(gateway)
  const page = () => gateway.send('GET', '/setup', { headers: { accept: 'text/html' } })
  expect([(await page()).status, (await gateway.send('GET', '/api/setup')).status]).toEqual([200, 200])
  const made = await Promise.all(
    [ADMIN, { ...ADMIN, email: 'other@band.example' }].map((account) => makeFirst(gateway, code, account)),
  )
  const [won, lost] = made.toSorted((one, other) => one.status - other.status)
  expect(lost).toMatchObject(refusal(404, 'not_found'))
  expect(won).toMatchObject({ status: 200, json: { is_admin: true, email_verified: true } })
  expect(await db.selectFrom('users').select('display_name').execute()).toHaveLength(1)
  const as = won && sessionCookieOf(won)
  expect((await gateway.send('GET', '/api/admin/check', { as })).status).toBe(200)
  expect(await listAuditEntries(db, { action: 'admin:granted' })).toMatchObject([
    { details: { by: 'setup' } },
  ])
  for (const closed of [
    await check(gateway, code),
    await makeFirst(gateway, code),
    await gateway.send('GET', '/api/setup'),
    await page(),
  ]) {
    expect(closed.status).toBe(404)
  }
})

test('takes a passkey in place of the password', async () => {
  const gateway = await gatewayOfTest()
  const code = await startForCode(gateway)
  const { password: _, ...account } = ADMIN
  const options = await gateway.request('passkeySignUpOptions', {}, { json: account })
  const response = createAuthenticator(gateway.parts.config.publicUrl).create(options)
  expect(await makeFirst(gateway, code, account)).toMatchObject({ status: 422 })
  expect(await makeFirst(gateway, code, { ...account, passkey: { response } })).toMatchObject({
    status: 200,
    json: { is_admin: true, has_passkey: true, has_password: false },
  })
})

test("refuses a fan's address and a guessable password, and keeps the code", async () => {
  const gateway = await gatewayOfTest()
  const code = await startForCode(gateway)
  const { email } = await makeUser(gateway.postgres.db)
  expect(await makeFirst(gateway, code, { ...ADMIN, email })).toMatchObject(refusal(409, 'address_taken'))
  expect(await makeFirst(gateway, code, { ...ADMIN, password: 'olga operator' })).toMatchObject({
    status: 422,
  })
  expect((await gateway.logIn(email, TEST_PASSWORD)).status).toBe(200)
  expect((await makeFirst(gateway, code)).status).toBe(200)
})
