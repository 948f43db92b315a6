import { insertApiKey } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { issueLinkToken, MAX_CODE_TRIES } from '@called-it/infra/postgres/queries/accounts/login-links'
import { findNewestRegistration } from '@called-it/infra/postgres/queries/accounts/registrations'
import { findPasswordHash, findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { insertSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import {
  makeAdmin,
  makeRegistration,
  makeUser,
  TEST_PASSWORD,
} from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfFile, refusal, type TestResponse } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { rateLimitScale: 100 } })
const { db } = gateway.postgres
let email: string

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.test`
})

const post = (path: string, json: unknown, as?: string) =>
  gateway.send('POST', `/api/auth/${path}`, { json, as })

const cookieOf = ({ headers }: TestResponse) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('called-it-link=')) ?? ''

/** @returns the cookie of the browser that waits */
async function ask(given: object = {}, as?: string): Promise<string> {
  const response = await post('links', { email, ...given }, as)
  expect(response.status).toBe(200)
  return cookieOf(response).split(';', 1)[0] ?? ''
}

const linksTo = (address = email) =>
  db.selectFrom('login_links').selectAll().where('email', '=', address).orderBy('id').execute()

/** As the worker does for the newest link. */
async function mailed(address = email): Promise<string> {
  const link = (await linksTo(address)).at(-1) ?? expect.fail('no link')
  return (await issueLinkToken(db, link.id))?.token ?? expect.fail('no open link')
}

const follow = (token: string, json: object = {}, as?: string) => post(`links/${token}`, json, as)
const enter = (code: string, as?: string, json: object = {}) => post('links/code', { code, ...json }, as)

async function look(token: string) {
  const { json } = await post(`links/${token}/look`, undefined)
  return loginLinkEndpoints.lookAtLink.response.parse(json)
}

const codeOf = async (token: string) => (await look(token)).code ?? expect.fail('no code')
const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const statuses = (responses: readonly TestResponse[]) => responses.map(({ status }) => status)
const ok = (email: string) => ({ status: 200, json: { user: { email } } })

async function expire(): Promise<void> {
  await sql`UPDATE login_links SET created_at = now() - interval '15 minutes 1 second' WHERE email = ${email}`.execute(
    db,
  )
}

describe('asking for a link', () => {
  test('does the same for a known and an unknown address', async () => {
    const known = await makeUser(db)
    const responses = [await post('links', { email: known.email }), await post('links', { email })]
    const facts = responses.map((response) => [
      response.status,
      response.json,
      cookieOf(response)
        .replace(/=[\w-]{43};/, '=;')
        .replace(/Expires=[^;]+/, ''),
    ])
    expect(facts[0]).toEqual(facts[1])
    for (const address of [known.email, email]) {
      const links = await linksTo(address)
      expect(links).toMatchObject([{ token_hash: null, code_hash: null, used_at: null }])
      expect(await listMails(db, { linkId: links[0]?.id ?? 0 })).toEqual(['mail-login-link'])
    }
  })

  test('gives the browser a cookie for 15 minutes that scripts cannot read', async () => {
    const cookie = cookieOf(await post('links', { email }))
    for (const attribute of ['Max-Age=900', 'Path=/', 'HttpOnly', 'SameSite=Lax']) {
      expect(cookie).toContain(attribute)
    }
    const [token = ''] = cookie.split('=').slice(1).join('=').split(';')
    expect(JSON.stringify(await linksTo())).not.toContain(token)
  })

  test('replaces the open link of the same browser only', async () => {
    const elsewhere = await ask()
    const first = await mailed()
    const here = await ask()
    const second = await mailed()
    await ask({}, here)
    expect(await follow(second)).toMatchObject(refusal(400, 'link_gone'))
    expect(await enter(await codeOf(first), elsewhere, { display_name: 'Lee' })).toMatchObject(ok(email))
  })
})

describe('a link', () => {
  test('makes an account, and logs in only the browser that follows it', async () => {
    const { id: showId } = await makeShow(db)
    const waiting = await ask({ display_name: 'Lena Link', showId })
    const token = await mailed()
    expect(await look(token)).toMatchObject({ isOpen: true, needsName: false })
    const response = await follow(token)
    expect(response).toMatchObject({ status: 200, json: { showId, user: { email, email_verified: true } } })
    const me = await gateway.send('GET', '/api/auth/me', { as: sessionCookieOf(response) })
    expect(me).toMatchObject({ status: 200, json: { email, display_name: 'Lena Link' } })
    expect(await gateway.send('GET', '/api/auth/me', { as: waiting })).toMatchObject({ status: 401 })
  })

  test('gives nothing to the browser that asked with the address of somebody else', async () => {
    const owner = await makeUser(db, { email })
    const waiting = await ask()
    const token = await mailed()
    const code = await codeOf(token)
    expect(await follow(token)).toMatchObject({ json: { user: { id: owner.id } } })
    expect(await enter(code, waiting)).toMatchObject(refusal(403, 'wrong_code'))
    expect(await post('registration', {}, waiting)).toMatchObject({ json: { user: null } })
  })

  test('logs in once, of 20 uses at the same time', async () => {
    await ask({ display_name: 'Lena Link' })
    const token = await mailed()
    const responses = await Promise.all(Array.from({ length: 20 }, () => follow(token)))
    expect(statuses(responses).toSorted()).toEqual([200, ...Array<number>(19).fill(400)])
    expect(await look(token)).toEqual({ isOpen: false, code: null, needsName: false })
  })

  test('is refused alike when it is unknown, used or 15 minutes old', async () => {
    await makeUser(db, { email })
    await ask()
    const token = await mailed()
    await follow(token)
    await ask()
    const old = await mailed()
    await expire()
    const responses = await Promise.all([follow('unknown'), follow(token), follow(old)])
    for (const response of responses) expect(response).toMatchObject(refusal(400, 'link_gone'))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  })

  test('asks a new fan for a name, and works afterwards', async () => {
    await ask()
    const token = await mailed()
    expect(await look(token)).toMatchObject({ needsName: true })
    expect(await follow(token)).toMatchObject(refusal(422, 'name_needed'))
    expect(await follow(token, { display_name: 'Lena' })).toMatchObject(ok(email))
  })

  test('lets known fans in where registration is closed, and nobody else', async () => {
    await db.updateTable('settings').set({ registration: 'closed' }).execute()
    const known = await makeUser(db)
    await ask({ email: known.email })
    expect(await follow(await mailed(known.email))).toMatchObject(ok(known.email))
    await ask({ display_name: 'Lena' })
    const token = await mailed()
    expect(await follow(token)).toMatchObject(refusal(403, 'registration_closed'))
    await db.updateTable('settings').set({ registration: 'open' }).execute()
    expect(await follow(token)).toMatchObject(ok(email))
  })

  test('lets no suspended fan in', async () => {
    const [{ id: userId }, { id: adminId }] = [await makeUser(db, { email }), await makeAdmin(db)]
    await db.transaction().execute((trx) => insertSuspension(trx, { userId, reason: 'A reason', adminId }))
    await ask()
    expect(await follow(await mailed())).toMatchObject(refusal(403, 'suspended'))
  })

  test('leaves an account without a password a way to choose one', async () => {
    await ask({ display_name: 'Lena' })
    await follow(await mailed())
    await post('reset-password/request', { email })
    const { id } = (await findUserByEmail(db, email)) ?? expect.fail('no user')
    expect(await listMails(db, { userId: id })).toContain('mail-password-reset')
  })
})

describe('the code', () => {
  test('logs in the browser that asked, once the page of the link has shown it', async () => {
    const waiting = await ask({ display_name: 'Lena' })
    const token = await mailed()
    const code = await codeOf(token)
    expect(code).toMatch(/^\d{6}$/)
    expect(await codeOf(token)).toBe(code)
    for (const other of [undefined, 'called-it-link=rubbish', await ask({ email: `x${email}` })]) {
      expect(await enter(code, other)).toMatchObject(refusal(403, 'wrong_code'))
    }
    const response = await enter(code, waiting)
    expect(response).toMatchObject(ok(email))
    expect(sessionCookieOf(response)).toBeTruthy()
    expect(cookieOf(response)).toContain('Expires=Thu, 01 Jan 1970')
    expect(await follow(token)).toMatchObject(refusal(400, 'link_gone'))
  })

  test('is refused until the page has shown it', async () => {
    const waiting = await ask({ display_name: 'Lena' })
    const token = await mailed()
    const code = await codeOf(token)
    await db.updateTable('login_links').set({ code_hash: null }).where('email', '=', email).execute()
    expect(await enter(code, waiting)).toMatchObject(refusal(403, 'wrong_code'))
  })

  test('is refused after five wrong ones, and the link still works', async () => {
    const waiting = await ask({ display_name: 'Lena' })
    const token = await mailed()
    const code = await codeOf(token)
    for (let tries = 0; tries < MAX_CODE_TRIES; tries += 1) {
      expect(await enter(not(code), waiting)).toMatchObject(refusal(403, 'wrong_code'))
    }
    expect(await enter(code, waiting)).toMatchObject(refusal(403, 'wrong_code'))
    expect(await follow(token)).toMatchObject(ok(email))
  })

  test('logs in once, of 20 uses at the same time', async () => {
    const waiting = await ask({ display_name: 'Lena' })
    const code = await codeOf(await mailed())
    const responses = await Promise.all(Array.from({ length: 20 }, () => enter(code, waiting)))
    expect(statuses(responses).toSorted()).toEqual([200, ...Array<number>(19).fill(403)])
  })

  test('is refused after 15 minutes', async () => {
    const waiting = await ask({ display_name: 'Lena' })
    const code = await codeOf(await mailed())
    await expire()
    expect(await enter(code, waiting)).toMatchObject(refusal(403, 'wrong_code'))
  })

  test('asks a new fan for a name only when it is right', async () => {
    const waiting = await ask()
    const code = await codeOf(await mailed())
    expect(await enter(not(code), waiting)).toMatchObject(refusal(403, 'wrong_code'))
    expect(await enter(code, waiting)).toMatchObject(refusal(422, 'name_needed'))
    expect(await enter(code, waiting, { display_name: 'Lena' })).toMatchObject(ok(email))
  })
})

describe('access from before the address was proven', () => {
  test('ends with a registration whose password somebody else chose', async () => {
    await makeRegistration(db, { email })
    await ask({ display_name: 'Lena' })
    expect(await follow(await mailed())).toMatchObject({ json: { user: { display_name: 'Lena' } } })
    expect(await findNewestRegistration(db, email)).toBeNull()
    expect(await gateway.logIn(email, TEST_PASSWORD)).toMatchObject({ status: 401 })
  })

  test('ends for an unconfirmed account of an early release', async () => {
    const { id } = await makeUser(db, { email, isVerified: false })
    const session = await gateway.loginAs({ id })
    await db.transaction().execute((trx) => insertApiKey(trx, id, 'bot'))
    await db
      .insertInto('passkeys')
      .values({
        id: 'planted',
        host: 'localhost',
        user_id: id,
        public_key: Buffer.alloc(1),
        counter: 0,
        name: 'x',
      })
      .execute()
    await ask()
    expect(await follow(await mailed())).toMatchObject({ json: { user: { id, email_verified: true } } })
    expect(await findPasswordHash(db, id)).toBeNull()
    expect(await gateway.send('GET', '/api/auth/me', { as: session })).toMatchObject({ status: 401 })
    for (const table of ['passkeys', 'api_keys'] as const) {
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).toEqual([])
    }
  })
})

test('forgets the links of an address whose profile is deleted', async () => {
  const user = await makeUser(db, { email })
  await ask({ display_name: 'Somebody' })
  const token = await mailed()
  const as = await gateway.loginAs(user)
  expect(await post('delete-profile', { password: TEST_PASSWORD }, as)).toMatchObject({ status: 200 })
  expect(await linksTo()).toEqual([])
  expect(await follow(token)).toMatchObject(refusal(400, 'link_gone'))
})
