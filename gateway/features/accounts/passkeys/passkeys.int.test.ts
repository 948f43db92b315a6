import {
  findNewestRegistration,
  insertRegistrationToken,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { MAX_PASSKEYS, RECOVERY_CODES } from '@called-it/shared/contract/passkeys'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { createAuthenticator } from '@called-it/tests/support/software-authenticator'
import { expect, test, vi } from 'vitest'
import { warnOfMovedPasskeys } from '../../../auth/moved-passkeys.ts'
import { createPasskeys } from '../../../auth/passkeys.ts'

const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000 } })
const { db } = gateway.postgres
const { config } = gateway.parts
const { logIn, request } = gateway

const newAuthenticator = () => createAuthenticator(config.publicUrl)
type Authenticator = ReturnType<typeof createAuthenticator>
type Given = Parameters<Authenticator['answer']>[1]

const REFUSED = refusal(401, 'passkey_refused')
let addresses = 0
const newAddress = () => `keyed-${++addresses}@example.test`

const send = (response: unknown) => gateway.send('POST', '/api/auth/passkeys/log-in', { json: { response } })
const logInWith = async (authenticator: Authenticator, given?: Given) =>
  send(authenticator.answer(await request('passkeyOptions'), given))

async function signUp(email: string, authenticator = newAuthenticator()) {
  const fields = { email, display_name: 'Keira Keyed' }
  const options = await request('passkeySignUpOptions', {}, { json: fields })
  const passkey = { response: authenticator.create(options) }
  const json = { ...fields, passkey }
  const registered = await gateway.send('POST', '/api/auth/register', { json })
  return { authenticator, registered, json }
}

async function mailedToken(email: string, purpose: 'verify-email' | 'reset-password' = 'verify-email') {
  const registration = (await findNewestRegistration(db, email)) ?? expect.fail(`${email} is not registered`)
  return db.transaction().execute((trx) => insertRegistrationToken(trx, registration.id, purpose))
}

const verify = (token: string) => gateway.send('GET', `/api/auth/verify-email/${token}`)

async function add(as: string, authenticator = newAuthenticator(), name?: string) {
  const options = await request('passkeyAddOptions', {}, { as })
  const json = { response: authenticator.create(options), ...(name && { name }) }
  return { authenticator, added: await request('addPasskey', {}, { as, json }) }
}

async function makeKeyedUser() {
  const user = await makeUser(db)
  const as = await gateway.loginAs(user)
  return { user, as, ...(await add(as)) }
}

test('signs up without a password, by the mail as always, and logs in', async () => {
  const email = newAddress()
  const { authenticator, registered } = await signUp(email)
  expect(registered.status).toBe(200)
  expect(await logInWith(authenticator)).toMatchObject(REFUSED)
  expect((await verify(await mailedToken(email))).status).toBe(200)
  const cookie = registered.headers.get('set-cookie')?.split(';')[0]
  const followed = await gateway.send('POST', '/api/auth/registration', { as: cookie, json: {} })
  const account = { email, has_password: false, has_passkey: true }
  expect(followed.json).toMatchObject({ user: account })
  const loggedIn = await logInWith(authenticator)
  expect(loggedIn).toMatchObject({ status: 200, json: account })
  const entries = await listAuditEntries(db, { action: 'user:logged-in' })
  expect(entries.map(({ details }) => details)).toContainEqual({ by: 'passkey' })
})

test('asks for a password or a passkey, not for both and not for none', async () => {
  const { json } = await signUp(newAddress())
  for (const change of [{ password: 'long enough' }, { passkey: undefined }]) {
    const response = await gateway.send('POST', '/api/auth/register', { json: { ...json, ...change } })
    expect(response).toMatchObject({ status: 422, json: { issues: [{ path: 'password' }] } })
  }
})

test('answers alike for known and unknown addresses, and names none', async () => {
  const { user } = await makeKeyedUser()
  const optionsFor = (email: string) =>
    request('passkeySignUpOptions', {}, { json: { email, display_name: 'Somebody' } })
  const varying = { challenge: '', user: { id: '', name: '', displayName: 'Somebody' } }
  const [known, unknown] = [await optionsFor(user.email), await optionsFor(newAddress())]
  expect({ ...known, ...varying }).toEqual({ ...unknown, ...varying })
  expect(known.excludeCredentials).toEqual([])
  expect(await request('passkeyOptions')).not.toHaveProperty('allowCredentials')
  const { registered } = await signUp(user.email)
  expect(registered).toMatchObject({ status: 200, json: (await signUp(newAddress())).registered.json })
  expect(await listMails(db, { userId: user.id })).toEqual(['mail-passkey-added', 'mail-known-address'])
})

test('takes an answer once of twenty at the same time', async () => {
  const { authenticator } = await makeKeyedUser()
  const answer = authenticator.answer(await request('passkeyOptions'), { counter: 0 })
  await db.updateTable('passkeys').set({ counter: 0 }).where('id', '=', authenticator.id).execute()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => send(answer)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 401)).toHaveLength(19)
})

test('refuses an answer that is late, foreign, not verified, or behind its counter', async () => {
  const { authenticator, as } = await makeKeyedUser()
  const sixMinutesAgo = createPasskeys({ db, config, now: () => Date.now() - 6 * 60_000 })
  const forged = createPasskeys({ db, config: { ...config, sessionSecret: 'another secret of a forger' } })
  const rpId = new URL(config.publicUrl).hostname
  const { challenge } = await request('passkeyAddOptions', {}, { as })
  const [late, foreign] = [sixMinutesAgo.requestOptions(), forged.requestOptions()]
  for (const options of [late, foreign, { challenge, rpId }]) {
    expect(await send(authenticator.answer(options))).toMatchObject(REFUSED)
  }
  expect(await logInWith(authenticator, { origin: 'http://called-lt.example' })).toMatchObject(REFUSED)
  expect(await logInWith(authenticator, { isVerified: false })).toMatchObject(REFUSED)
  expect((await logInWith(authenticator, { counter: 50 })).status).toBe(200)
  expect(await logInWith(authenticator, { counter: 49 })).toMatchObject(REFUSED)
  expect(await logInWith(newAuthenticator())).toMatchObject(REFUSED)
  expect((await logInWith(authenticator, { counter: 51 })).status).toBe(200)
})

test('makes a passkey only for whom its challenge was', async () => {
  const [other, as] = [await gateway.loginAs(await makeUser(db)), await gateway.loginAs(await makeUser(db))]
  const options = await request('passkeyAddOptions', {}, { as: other })
  const json = { response: newAuthenticator().create(options) }
  expect(await gateway.send('POST', '/api/users/current/passkeys', { as, json })).toMatchObject(REFUSED)
})

test('lists, mails, and removes passkeys, and tells a suspended user why', async () => {
  const { user, as, authenticator, added } = await makeKeyedUser()
  const { authenticator: second } = await add(as, newAuthenticator(), 'the key on my ring')
  expect(added.new_codes).toHaveLength(RECOVERY_CODES)
  await changeUser(db, user.id, { suspended_at: new Date() })
  expect(await logInWith(second)).toMatchObject(refusal(403, 'suspended'))
  await changeUser(db, user.id, { suspended_at: null })
  const again = await gateway.loginAs(user)
  const { excludeCredentials } = await request('passkeyAddOptions', {}, { as: again })
  expect(excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id, second.id])
  const own = await request('removePasskey', { passkeyId: authenticator.id }, { as: again })
  expect(own).toMatchObject({ passkeys: [{ name: 'the key on my ring' }], recovery_codes: RECOVERY_CODES })
  expect(await logInWith(authenticator)).toMatchObject(REFUSED)
  expect((await logInWith(second)).status).toBe(200)
  const last = await request('removePasskey', { passkeyId: second.id }, { as: again })
  expect(last).toMatchObject({ passkeys: [], recovery_codes: 0 })
  const [mails, change] = [await listMails(db, { userId: user.id }), 'mail-passkey-']
  expect(mails.filter((job) => job.startsWith(change))).toEqual(
    ['added', 'added', 'removed', 'removed'].map((what) => change + what),
  )
})

test('changes passkeys only soon after a login, and takes ten', async () => {
  const user = await makeUser(db)
  const late = await gateway.loginAs(user, { loggedInAt: Date.now() - 6 * 60_000 })
  const ask = await gateway.send('POST', '/api/users/current/passkeys/options', { as: late })
  expect(ask).toMatchObject(refusal(403, 'reauthentication_required'))
  const as = await gateway.loginAs(user)
  for (let count = 0; count < MAX_PASSKEYS; count += 1) await add(as)
  const options = await request('passkeyAddOptions', {}, { as })
  const json = { response: newAuthenticator().create(options) }
  const eleventh = await gateway.send('POST', '/api/users/current/passkeys', { as, json })
  expect(eleventh).toMatchObject(refusal(409, 'too_many_passkeys'))
})

test('takes a recovery code in place of the password, once, until there are new ones', async () => {
  const { user, as, added } = await makeKeyedUser()
  const [code = '', spare = ''] = added.new_codes
  expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  const typed = code.toLowerCase().replaceAll('-', ' ')
  const uses = await Promise.all(Array.from({ length: 5 }, () => logIn(user.email, typed)))
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
  const entries = await listAuditEntries(db, { action: 'user:logged-in', subject: `user:${user.id}` })
  expect(entries.map(({ details }) => details)).toEqual([{ by: 'recovery-code' }])
  expect((await logIn((await makeUser(db)).email, spare)).status).toBe(401)
  expect(await request('listPasskeys', {}, { as })).toMatchObject({ recovery_codes: RECOVERY_CODES - 1 })
  const { new_codes: renewed } = await request('makeRecoveryCodes', {}, { as })
  expect((await logIn(user.email, spare)).status).toBe(401)
  expect((await logIn(user.email, renewed[0])).status).toBe(200)
  const { rows } = await gateway.postgres.pool.query('SELECT * FROM recovery_codes')
  expect(JSON.stringify(rows)).not.toContain(renewed[1])
})

test('lets no passkey of an address in that was signed up twice, and changes nothing', async () => {
  const email = newAddress()
  await signUp(email)
  const { authenticator } = await signUp(email)
  const token = await mailedToken(email)
  expect(await verify(token)).toMatchObject(refusal(409, 'link_needed'))
  expect(await findUserByEmail(db, email)).toBeNull()
  expect(await verify(token)).toMatchObject(refusal(409, 'link_needed'))
  expect(await logInWith(authenticator)).toMatchObject(REFUSED)
})

test('drops the passkey of a registration where a mailed link sets a password', async () => {
  const email = newAddress()
  const { authenticator } = await signUp(email)
  const token = await mailedToken(email, 'reset-password')
  const json = { token, password: 'another-long-password' }
  expect((await gateway.send('POST', '/api/auth/reset-password', { json })).status).toBe(200)
  expect(await logInWith(authenticator)).toMatchObject(REFUSED)
  expect(await logIn(email, json.password)).toMatchObject({ status: 200, json: { has_passkey: false } })
})

test('warns at the start of passkeys that were made for another host', async () => {
  await makeKeyedUser()
  const log = { warn: vi.fn() }
  await warnOfMovedPasskeys(db, config.publicUrl, log)
  expect(log.warn).not.toHaveBeenCalled()
  await warnOfMovedPasskeys(db, 'https://moved.example', log)
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ host: new URL(config.publicUrl).hostname }),
    expect.stringContaining('do not work on moved.example'),
  )
})
