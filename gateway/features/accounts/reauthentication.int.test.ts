import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import { CONFIRMED_MINUTES } from '@called-it/shared/contract/accounts'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { createAuthenticator } from '@called-it/tests/support/software-authenticator'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, test } from 'vitest'

const LIMIT_MS = CONFIRMED_MINUTES * 60_000

// Without Redis no request waits for workers.
const gateway = await gatewayOfFile({ redisUrl: 'redis://127.0.0.1:1' })
const { db } = gateway.postgres

const logInBefore = (user: { id: number }, ms = LIMIT_MS + 60_000) =>
  gateway.loginAs(user, { loggedInAt: Date.now() - ms })
const confirm = (as: string, json: unknown = { password: TEST_PASSWORD }) =>
  gateway.send('POST', '/api/auth/confirm', { as, json })
/** Deletes the profile of an admin, unless it is the last one. */
const leave = (as: string) => gateway.send('POST', '/api/auth/delete-profile', { as, json: {} })

const byContract = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.needsFreshLogin ? [{ name, endpoint, json: endpoint.body ? {} : undefined }] : [],
)
/** Pages of 0.14.0 send the password to the first two; the last one resets single shows without. */
const byBody = (
  [
    ['deleteProfile', {}],
    ['createApiKey', { name: 'bot' }],
    ['resetScores', {}],
  ] satisfies [EndpointName, object][]
).map(([name, json]) => ({ name, endpoint: endpoints[name], json }))

/** Adds a passkey, and returns what makes a proof of it. */
async function addPasskey(user: { id: number }) {
  const authenticator = createAuthenticator(gateway.parts.config.publicUrl)
  const as = await gateway.loginAs(user)
  const options = await gateway.request('passkeyAddOptions', {}, { as })
  const json = { name: 'my key', response: authenticator.create(options) }
  await gateway.request('addPasskey', {}, { as, json })
  return async () => ({ passkey: authenticator.answer(await gateway.request('passkeyOptions')) })
}

/** Sessions that have used a passkey: that which added it is one. */
async function countPasskeySessions(user: { id: number }) {
  const sessions = await db.selectFrom('sessions').select('sess').where('user_id', '=', user.id).execute()
  return sessions.filter(({ sess }) => typeof sess.passkeyAt === 'number').length
}

describe('confirmation', () => {
  test.each([...byContract, ...byBody])('is needed for $name', async ({ endpoint, json }) => {
    const as = await logInBefore(await makeAdmin(db))
    const path = endpoint.path.replace(/:\w+/g, '1')
    const send = () => gateway.send(endpoint.method, path, { as, json })
    expect(await send()).toMatchObject(refusal(403, 'reauthentication_required'))
    expect((await confirm(as)).status).toBe(200)
    const admitted = await send()
    expect([401, 403], admitted.text).not.toContain(admitted.status)
  })

  test.each([
    ['counts', LIMIT_MS - 5_000, 200],
    ['counts no more', LIMIT_MS + 1_000, 403],
  ])('answers %s at the end of five minutes', async (_, ms, status) => {
    expect((await leave(await logInBefore(await makeUser(db), ms))).status).toBe(status)
  })

  test('counts in its own session only', async () => {
    const user = await makeUser(db)
    const [here, there] = [await logInBefore(user), await logInBefore(user)]
    await confirm(here)
    expect(await leave(there)).toMatchObject(refusal(403, 'reauthentication_required'))
    expect((await leave(here)).status).toBe(200)
  })

  test('is noted in the audit log, by what it was', async () => {
    const user = await makeUser(db)
    await confirm(await logInBefore(user))
    expect(await listAuditEntries(db, { action: 'user:confirmed' })).toContainEqual(
      expect.objectContaining({ actor_id: user.id, details: { by: 'password' } }),
    )
  })

  test('fails by a wrong password, and by any where the user has none', async () => {
    const user = await makeUser(db)
    const as = await logInBefore(user)
    expect(await confirm(as, { password: 'not the password' })).toMatchObject(refusal(403, 'wrong_password'))
    await changeUser(db, user.id, { password_hash: null })
    expect(await confirm(as)).toMatchObject(refusal(403, 'wrong_password'))
    expect(await leave(as)).toMatchObject(refusal(403, 'reauthentication_required'))
  })

  test('counts by a passkey of the user, but not of another one', async () => {
    const user = await makeUser(db)
    const [own, foreign] = [await addPasskey(user), await addPasskey(await makeUser(db))]
    const as = await logInBefore(user)
    expect(await confirm(as, await foreign())).toMatchObject(refusal(401, 'passkey_refused'))
    expect(await leave(as)).toMatchObject(refusal(403, 'reauthentication_required'))
    expect(await countPasskeySessions(user)).toBe(1)
    expect((await confirm(as, await own())).status).toBe(200)
    expect(await countPasskeySessions(user)).toBe(2)
    expect((await leave(as)).status).toBe(200)
  })

  test('fails after ten wrong passwords in a session', async () => {
    const user = await makeUser(db)
    const as = await logInBefore(user)
    for (let tries = 0; tries < 10; tries += 1) await confirm(as, { password: 'a guess' })
    expect((await confirm(as)).status).toBe(429)
    expect((await confirm(await logInBefore(user))).status).toBe(200)
  })

  test.each([{}, { password: '' }, { password: TEST_PASSWORD, passkey: {} }])(
    'takes exactly one proof, not %j',
    async (json) => {
      expect((await confirm(await logInBefore(await makeUser(db)), json)).status).toBe(422)
    },
  )

  test('fails in a session that ends meanwhile', async () => {
    const user = await makeUser(db)
    const as = await logInBefore(user)
    const ending = await db.startTransaction().execute()
    await holdUserForUpdate(ending, user.id)
    const confirmed = confirm(as)
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await endSessions(ending, user.id)
    await ending.commit().execute()
    expect(await confirmed).toMatchObject(refusal(401, 'not_logged_in'))
  })
})
