import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  findNewestRegistration,
  insertRegistrationToken,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { insertBlockedWord } from '@called-it/infra/postgres/queries/moderation/moderation'
import { english } from '@called-it/languages/texts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import {
  CHEAP_TEST_PASSWORD_HASH,
  makeRegistration,
  makeUser,
  TEST_PASSWORD,
} from '@called-it/tests/support/factories/accounts'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

/** No test enters a password that has this hash. */
const PLANTED_HASH = CHEAP_TEST_PASSWORD_HASH.slice(0, -1).concat('A')

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const post = (path: string, json: unknown) => gateway.send('POST', `/api/auth/${path}`, { json })
const { logIn } = gateway

const mailsTo = (userId: number) => listMails(db, { userId })
const mailsOf = (registrationId = 0) => listMails(db, { registrationId })

describe('registration', () => {
  const registration = (email: string) => ({ email, display_name: ' Ro Register ', password: 'long enough' })

  test('makes no account yet and enqueues the mail', async () => {
    const response = await post('register', registration(' New@Example.test'))
    expect(response).toMatchObject({
      status: 200,
      json: { message: 'Registration successful. Please check your email to verify your account.' },
    })
    expect(await findUserByEmail(db, 'new@example.test')).toBeNull()
    const made = await findNewestRegistration(db, 'new@example.test')
    expect(made).toMatchObject({ displayName: 'Ro Register' })
    expect(await mailsOf(made?.id)).toEqual(['mail-registration'])
    expect(await logIn('new@example.test', 'long enough')).toMatchObject(refusal(403, 'email_not_verified'))
    expect(await logIn('new@example.test', 'not the password')).toMatchObject({ status: 401 })
  })

  test('responds alike for a known address and only mails its owner', async () => {
    const owner = await makeUser(db, { displayName: 'Owner' })
    const known = await post('register', registration(owner.email.toUpperCase()))
    const fresh = await post('register', registration('fresh@example.test'))
    expect([known.status, known.json]).toEqual([fresh.status, fresh.json])
    expect(await mailsTo(owner.id)).toEqual(['mail-known-address'])
    expect(await findUserByEmail(db, owner.email)).toMatchObject({ displayName: 'Owner' })
    expect((await logIn(owner.email)).status).toBe(200)
  })

  test('gives every registration of an address its own link', async () => {
    for (const name of ['Ann', 'Bob']) {
      await post('register', { ...registration('twice@example.test'), display_name: name })
      const newest = await findNewestRegistration(db, 'twice@example.test')
      expect(newest?.displayName).toBe(name)
      expect(await mailsOf(newest?.id)).toEqual(['mail-registration'])
    }
  })

  test.each([
    ['email', { email: 'nowhere' }, 'Please enter a valid email address'],
    ['display_name', { display_name: ' x ' }, 'Display name must be at least 2 characters'],
    ['password', { password: 'short' }, 'Password must be at least 8 characters'],
  ])('names an invalid %s', async (path, change, message) => {
    const response = await post('register', { ...registration('invalid@example.test'), ...change })
    expect(response).toMatchObject({ status: 422, json: { code: 'invalid', issues: [{ path, message }] } })
  })

  test('refuses a name with a blocked word', async () => {
    await insertBlockedWord(db, 'heckler', (await makeUser(db)).id)
    const named = { ...registration('blocked@example.test'), display_name: 'Héck Ler' }
    const issues = [{ path: 'display_name', message: sayIssue(english, FIELD_TEXTS.nameBlocked) }]
    expect(await post('register', named)).toMatchObject({ status: 422, json: { code: 'invalid', issues } })
    expect(await findNewestRegistration(db, 'blocked@example.test')).toBeNull()
  })
})

describe('email verification', () => {
  const issue = (registrationId: number, lifetime?: number) =>
    db.transaction().execute((trx) => insertRegistrationToken(trx, registrationId, 'verify-email', lifetime))
  const pathOf = (token: string) => `/api/auth/verify-email/${encodeURIComponent(token)}`
  const verify = (token: string) => gateway.send('GET', pathOf(token))
  const confirm = (token: string, password: string) =>
    gateway.send('POST', pathOf(token), { json: { password } })
  const expectUsed = async (token: string) =>
    expect(await verify(token)).toMatchObject({
      status: 400,
      json: { code: 'token_used', message: expect.stringContaining('already been used') },
    })

  test('makes the account once and returns token_used afterwards', async () => {
    const { id, email } = await makeRegistration(db, { displayName: 'Vera' })
    const [replaced, token] = [await issue(id), await issue(id)]
    const verified = await verify(token)
    expect(verified).toMatchObject({ status: 200 })
    expect(verified.json).not.toHaveProperty('passwordNeeded')
    const account = { display_name: 'Vera', shows_picks: true }
    expect(await logIn(email)).toMatchObject({ status: 200, json: account })
    await expectUsed(token)
    await expectUsed(replaced)
  })

  test('does not use the link for HEAD', async () => {
    const { id } = await makeRegistration(db)
    const token = await issue(id)
    expect(await gateway.send('HEAD', pathOf(token))).toMatchObject({ status: 405, text: '' })
    expect(await verify(token)).toMatchObject({ status: 200 })
  })

  test('makes one account for concurrent uses', async () => {
    const { id } = await makeRegistration(db)
    const token = await issue(id)
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('needs the password of the registration when there are several', async () => {
    const email = 'planted@example.test'
    const planted = await makeRegistration(db, { email, passwordHash: PLANTED_HASH })
    const chosen = await makeRegistration(db, { email, displayName: 'Owner' })
    const [plantedLink, ownLink] = [await issue(planted.id), await issue(chosen.id)]
    for (const token of [plantedLink, ownLink]) {
      expect(await verify(token)).toMatchObject({ status: 200, json: { passwordNeeded: true } })
    }
    expect(await confirm(plantedLink, TEST_PASSWORD)).toMatchObject(
      refusal(403, 'wrong_registration_password'),
    )
    expect(await findUserByEmail(db, email)).toBeNull()
    expect(await confirm(ownLink, TEST_PASSWORD)).toMatchObject({ status: 200 })
    expect(await logIn(email)).toMatchObject({ status: 200, json: { display_name: 'Owner' } })
    await expectUsed(ownLink)
    await expectUsed(plantedLink)
  })

  test('limits the tries of a password', async () => {
    const { id } = await makeRegistration(db)
    const token = await issue(id)
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await confirm(token, 'a guess')).status).toBe(403)
    }
    expect((await confirm(token, TEST_PASSWORD)).status).toBe(429)
  })

  test('counts an unconfirmed user of an earlier release as a registration', async () => {
    const user = await makeUser(db, {
      isVerified: false,
      passwordHash: PLANTED_HASH,
      showsPicks: false,
    })
    const userLink = await db.transaction().execute((trx) => insertToken(trx, user.id, 'verify-email'))
    const { id } = await makeRegistration(db, { email: user.email, displayName: 'Owner' })
    const ownLink = await issue(id)
    expect(await verify(userLink)).toMatchObject({ status: 200, json: { passwordNeeded: true } })
    expect((await confirm(userLink, TEST_PASSWORD)).status).toBe(403)
    expect((await confirm(ownLink, TEST_PASSWORD)).status).toBe(200)
    const confirmed = await findUserByEmail(db, user.email)
    expect(confirmed).toMatchObject({ id: user.id, displayName: 'Owner', showsPicks: true })
    expect((await logIn(user.email)).status).toBe(200)
  })

  test('verifies an unconfirmed user of an earlier release', async () => {
    const user = await makeUser(db, { isVerified: false })
    const token = await db.transaction().execute((trx) => insertToken(trx, user.id, 'verify-email'))
    expect(await verify(token)).toMatchObject({ status: 200 })
    expect((await logIn(user.email)).status).toBe(200)
    await expectUsed(token)
  })

  test('returns 400 for expired, voided and unknown tokens', async () => {
    const { id } = await makeRegistration(db)
    const [voided, expired] = [await issue(id), await issue(id, -1)]
    for (const token of [voided, expired]) {
      expect(await verify(token)).toMatchObject({
        status: 400,
        json: { code: 'token_expired', message: expect.stringContaining('expired') },
      })
    }
    for (const token of ['rubbish', "' OR 1=1 --", 'x'.repeat(200)]) {
      expect(await verify(token)).toMatchObject(refusal(400, 'invalid_token'))
    }
  })
})

describe('password reset of a registration', () => {
  test('makes the account with the new password and drops the others', async () => {
    const planted = await makeRegistration(db)
    const { id, email } = await makeRegistration(db, { email: planted.email })
    expect((await post('reset-password/request', { email })).status).toBe(200)
    expect(await mailsOf(id)).toEqual(['mail-registration-reset'])
    const [plantedLink, token] = await db
      .transaction()
      .execute(async (trx) => [
        await insertRegistrationToken(trx, planted.id, 'verify-email'),
        await insertRegistrationToken(trx, id, 'reset-password'),
      ])
    const reset = () => post('reset-password', { token, password: 'a new password' })
    expect((await reset()).status).toBe(200)
    expect((await logIn(email, 'a new password')).status).toBe(200)
    expect((await logIn(email, TEST_PASSWORD)).status).toBe(401)
    expect(await reset()).toMatchObject(refusal(400, 'invalid_token'))
    expect(await gateway.send('GET', `/api/auth/verify-email/${plantedLink}`)).toMatchObject({
      json: { code: 'token_used' },
    })
  })
})

describe('verification mail request', () => {
  const resend = (email: string) => post('resend-verification', { email })

  test('responds alike for every address and mails unverified users only', async () => {
    const [registered, unverified, verified] = [
      await makeRegistration(db),
      await makeUser(db, { isVerified: false }),
      await makeUser(db),
    ]
    const responses = [
      await resend(registered.email),
      await resend(unverified.email),
      await resend(verified.email),
      await resend('unknown@example.test'),
    ]
    const [first] = responses
    for (const { status, json } of responses) expect([status, json]).toEqual([200, first?.json])
    expect(await mailsOf(registered.id)).toEqual(['mail-registration'])
    expect(await mailsTo(unverified.id)).toEqual(['mail-verification'])
    expect(await mailsTo(verified.id)).toEqual([])
  })

  test('returns 429 after five requests for one address', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await resend('often@example.test')).status).toBe(200)
    }
    const refused = await resend('OFTEN@example.test')
    expect(refused).toMatchObject(refusal(429, 'too_many_requests'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
