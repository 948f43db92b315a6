import { findNewestRegistration } from '@called-it/infra/postgres/queries/accounts/registrations'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000 } })
const { db } = gateway.postgres
const admin = await gateway.loginAs(await makeAdmin(db))
const league = await makeLeague(db, [(await makeUser(db)).id])

const SWITCHES = { testModeEnabled: true, siteOverlayEnabled: false }

const setMode = async (registration: RegistrationMode) => {
  const json = { config: { ...SWITCHES, registration } }
  const { status } = await gateway.send('POST', '/api/admin/config', { as: admin, json })
  expect(status).toBe(200)
}
const readMode = async ({ request } = gateway) => (await request('getConfig')).config.registration
const asAdmin = { as: admin }
const makeLink = async () =>
  (await gateway.request('renewRegistrationLink', {}, asAdmin)).code ?? expect.fail('no link was made')

let registered = 0
async function register(invitation?: string, { send } = gateway) {
  registered += 1
  const email = `newcomer-${registered}@example.test`
  const json = {
    email,
    display_name: 'New Comer',
    password: 'long enough',
    ...(invitation && { invitation }),
  }
  const response = await send('POST', '/api/auth/register', { json })
  const registration = await findNewestRegistration(db, email)
  expect(registration !== null).toBe(response.status === 200)
  return { ...response, registration }
}

test('lets everybody sign up until an admin chooses otherwise', async () => {
  expect(await readMode()).toEqual({ mode: 'open', is_fixed: false })
  expect((await register()).status).toBe(200)
  expect((await register('not-an-invitation')).status).toBe(200)
})

test('lets only the invited sign up: by a league or by the admins’ link', async () => {
  await setMode('invited')
  expect(await readMode()).toEqual({ mode: 'invited', is_fixed: false })
  for (const invitation of [undefined, 'not-an-invitation', 'A'.repeat(22)]) {
    expect(await register(invitation)).toMatchObject(refusal(403, 'invitation_needed'))
  }
  const code = await makeLink()
  expect(code).toMatch(/^[\w-]{22}$/)
  const byLink = await register(code)
  expect([byLink.status, byLink.registration?.invitation]).toEqual([200, null])
  for (const invitation of [league.token, league.code]) {
    const byLeague = await register(invitation)
    expect([byLeague.status, byLeague.registration?.invitation]).toEqual([200, invitation])
  }
})

test('stops a link that was renewed or deleted', async () => {
  await setMode('invited')
  const [replaced, code] = [await makeLink(), await makeLink()]
  expect(await gateway.request('getRegistrationLink', {}, asAdmin)).toEqual({ code })
  expect(await register(replaced)).toMatchObject(refusal(403, 'invitation_needed'))
  expect((await register(code)).status).toBe(200)
  expect(await gateway.request('deleteRegistrationLink', {}, asAdmin)).toEqual({ code: null })
  expect(await register(code)).toMatchObject(refusal(403, 'invitation_needed'))
  const entries = await listAuditEntries(db, { action: 'registration-link:made' })
  expect(JSON.stringify(entries)).not.toContain(code)
  expect(entries.length).toBeGreaterThanOrEqual(2)
})

test('refuses every newcomer while closed, and lets known users in', async () => {
  await setMode('closed')
  const code = await makeLink()
  for (const invitation of [undefined, code, league.token]) {
    expect(await register(invitation)).toMatchObject(refusal(403, 'registration_closed'))
  }
  expect((await gateway.logIn((await makeUser(db)).email)).status).toBe(200)
})

test('keeps the mode when an older page changes the switches, and logs a change of it', async () => {
  await setMode('invited')
  const json = { config: { testModeEnabled: false, siteOverlayEnabled: false } }
  await gateway.send('POST', '/api/admin/config', { as: admin, json })
  expect((await gateway.request('getConfig')).config).toMatchObject({
    testModeEnabled: false,
    registration: { mode: 'invited' },
  })
  await setMode('open')
  expect((await listAuditEntries(db, { action: 'settings:changed' })).at(-1)?.details).toEqual({
    ...SWITCHES,
    registration: 'open',
  })
})

test('obeys the environment, which no admin overrides', async () => {
  await setMode('open')
  const fixed = await gatewayOfTest({ config: { registration: 'closed' }, postgres: gateway.postgres })
  expect(await readMode(fixed)).toEqual({ mode: 'closed', is_fixed: true })
  expect(await register(undefined, fixed)).toMatchObject(refusal(403, 'registration_closed'))
  const change = (registration: RegistrationMode) =>
    fixed.send('POST', '/api/admin/config', {
      as: admin,
      json: { config: { ...SWITCHES, siteOverlayEnabled: true, registration } },
    })
  expect(await change('open')).toMatchObject(refusal(409, 'registration_fixed'))
  expect(await change('closed')).toMatchObject({
    status: 200,
    json: { config: { siteOverlayEnabled: true } },
  })
  // What the admins have chosen is still there once the environment says nothing.
  expect(await readMode()).toEqual({ mode: 'open', is_fixed: false })
})
