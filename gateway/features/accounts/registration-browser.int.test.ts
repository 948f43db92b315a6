import type { TokenPurpose } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  findNewestRegistration,
  insertRegistrationToken,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeRegistration, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfFile, refusal, type TestResponse } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const PASSWORD = 'long enough'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
let email: string

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.test`
})

const post = (path: string, json: unknown, as?: string) =>
  gateway.send('POST', `/api/auth/${path}`, { json, as })

const cookieOf = ({ headers }: TestResponse) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('called-it-registration=')) ?? ''

/** @returns the browser's cookie */
async function register(address = email, given: object = {}): Promise<string> {
  const body = { email: address, display_name: 'Ro Register', password: PASSWORD, ...given }
  const response = await post('register', body)
  expect(response.status).toBe(200)
  return cookieOf(response).split(';', 1)[0] ?? ''
}

async function issue(purpose: TokenPurpose = 'verify-email', address = email): Promise<string> {
  const { id } = (await findNewestRegistration(db, address)) ?? expect.fail('no registration')
  return db.transaction().execute((trx) => insertRegistrationToken(trx, id, purpose))
}

const verify = (token: string) => gateway.send('GET', `/api/auth/verify-email/${token}`)
const confirm = async () => expect((await verify(await issue())).status).toBe(200)
const follow = (as: string | undefined, json: object = {}) => post('registration', json, as)

const expectNobody = async (as: string | undefined, json?: object) => {
  const response = await follow(as, json)
  expect([response.status, response.json]).toEqual([200, { user: null }])
  expect(response.headers.getSetCookie()).toEqual([])
}

async function idOf(address = email): Promise<number> {
  return (await findUserByEmail(db, address))?.id ?? expect.fail('no user')
}

describe('the browser that registered', () => {
  test('is logged in once, after the link was opened elsewhere', async () => {
    const browser = await register()
    await expectNobody(browser)
    await confirm()
    const response = await follow(browser)
    expect(response).toMatchObject({ status: 200, json: { user: { email, display_name: 'Ro Register' } } })
    const me = await gateway.send('GET', '/api/auth/me', { as: sessionCookieOf(response) })
    expect(me).toMatchObject({ status: 200, json: { email } })
    expect(cookieOf(response)).toContain('Expires=Thu, 01 Jan 1970')
    const logins = await listAuditEntries(db, { action: 'user:logged-in' })
    expect(logins.map(({ actor_id }) => actor_id)).toContain(await idOf())
    await expectNobody(browser)
  })

  test('keeps its cookie for a day from scripts and other sites', async () => {
    const cookie = cookieOf(await post('register', { email, display_name: 'Ro', password: PASSWORD }))
    for (const attribute of ['Max-Age=86400', 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(cookie).toContain(attribute)
    }
    const [token = ''] = cookie.split('=').slice(1).join('=').split(';')
    const stored = await db.selectFrom('registration_tokens').select('token_hash').execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('is logged in after a further link was mailed', async () => {
    const browser = await register()
    await issue()
    await confirm()
    expect(await follow(browser)).toMatchObject({ json: { user: { email } } })
  })

  test('is logged in by the page of its own link only', async () => {
    const browser = await register()
    const own = await issue()
    await verify(own)
    const other = await makeRegistration(db)
    const foreign = await issue('verify-email', other.email)
    await verify(foreign)
    await expectNobody(browser, { token: foreign })
    await expectNobody(browser, { token: 'rubbish' })
    expect(await follow(browser, { token: own })).toMatchObject({ json: { user: { email } } })
  })
})

describe('a browser without a confirmed registration of its own', () => {
  test('gets the same response for every address and cookie', async () => {
    const known = await makeUser(db)
    await expectNobody(await register(known.email))
    await expectNobody(await register())
    await expectNobody('called-it-registration=rubbish')
    await expectNobody(undefined)
  })

  test('is not logged in where the address was registered twice', async () => {
    const planted = await register(email, { password: 'of somebody else' })
    const own = await register()
    const link = await issue()
    expect((await post(`verify-email/${link}`, { password: PASSWORD })).status).toBe(200)
    await expectNobody(planted)
    await expectNobody(own)
  })

  test('is not logged in where the owner of the address chose another password', async () => {
    const planted = await register()
    const token = await issue('reset-password')
    expect((await post('reset-password', { token, password: 'a new password' })).status).toBe(200)
    await expectNobody(planted)
  })

  test('is not logged in once the sessions of the user have ended', async () => {
    const browser = await register()
    await confirm()
    const userId = await idOf()
    await db.transaction().execute((trx) => endSessions(trx, userId))
    await expectNobody(browser)
  })

  test('is not logged in where another user is, and after a logout', async () => {
    const browser = await register()
    await confirm()
    const session = await gateway.loginAs(await makeUser(db))
    await expectNobody(`${browser}; ${session}`)
    const left = await post('logout', {}, `${browser}; ${session}`)
    expect(cookieOf(left)).toContain('Expires=Thu, 01 Jan 1970')
  })
})

test('refuses the browser of a registration that polls without a pause', async () => {
  const browser = await register()
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await follow(browser)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await follow(browser)).toMatchObject(refusal(429, 'too_many_requests'))
})

test('names the show of the registration to the page of its link', async () => {
  const { id } = await makeShow(db)
  await register(email, { showId: id })
  expect((await verify(await issue())).json).toMatchObject({ showId: id })
  const other = `${crypto.randomUUID()}@example.test`
  await register(other, { showId: 2_147_483_647 })
  expect((await verify(await issue('verify-email', other))).json).not.toHaveProperty('showId')
})
