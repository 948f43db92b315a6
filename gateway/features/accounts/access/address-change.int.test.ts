import {
  type AddressSide,
  insertAddressToken,
} from '@called-it/infra/postgres/queries/accounts/address-changes'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { findNewestRegistration } from '@called-it/infra/postgres/queries/accounts/registrations'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { eraseUser, findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { changeUser, makeRegistration, makeUser } from '@called-it/tests/support/factories/accounts'
import { nextNumber } from '@called-it/tests/support/factories/next-number'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

const ADDRESS = '/api/users/current/address'
const SIDES = ['old', 'new'] as const

const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000 } })
const { db } = gateway.postgres

const ask = (as: string, email: string) => gateway.send('POST', ADDRESS, { as, json: { email } })
const confirm = (token: string) => gateway.send('POST', `/api/auth/address-changes/${token}`)
const emailOf = async (userId: number) => (await findUserById(db, userId))?.email
const readChange = async (as: string) => (await gateway.request('getAddressChange', {}, { as })).change

async function issue(userId: number, side: AddressSide, newEmail: string): Promise<string> {
  const token = await db.transaction().execute((trx) => insertAddressToken(trx, userId, { side, newEmail }))
  return token ?? expect.fail('the change takes no token')
}

/** A user who has asked for another address, with both links. */
async function makeChange() {
  const user = await makeUser(db)
  const as = await gateway.loginAs(user)
  const newEmail = `moved-${nextNumber()}@example.test`
  expect((await ask(as, newEmail)).status).toBe(200)
  const [old, next] = [await issue(user.id, 'old', newEmail), await issue(user.id, 'new', newEmail)]
  return { user, as, newEmail, tokens: { old, new: next } }
}

test.each([
  ['the old one first', SIDES],
  ['the new one first', SIDES.toReversed()],
])('changes the address once both have confirmed it: %s', async (_, [first = 'old', second = 'new']) => {
  const { user, as, newEmail, tokens } = await makeChange()
  expect(await listMails(db, { userId: user.id })).toEqual(['mail-address-old', 'mail-address-new'])
  await makeRegistration(db, { email: newEmail })
  const reset = await db.transaction().execute((trx) => insertToken(trx, user.id, 'reset-password'))
  await db
    .insertInto('login_links')
    .values({ email: user.email, browser_hash: Buffer.from(first) })
    .execute()
  expect((await confirm(tokens[first])).json).toEqual({ is_changed: false })
  expect(await emailOf(user.id)).toBe(user.email)
  expect(await readChange(as)).toMatchObject({
    email: newEmail,
    is_old_confirmed: first === 'old',
    is_new_confirmed: first === 'new',
  })
  expect(await confirm(tokens[first])).toMatchObject(refusal(400, 'link_gone'))
  const publish = vi.spyOn(gateway.parts.publisher, 'publish')
  expect((await confirm(tokens[second])).json).toEqual({ is_changed: true })
  expect(publish.mock.calls).toEqual([['session:revoked', { userId: user.id, reason: 'rights' }]])
  const me = await gateway.send('GET', '/api/auth/me', { as })
  expect(me).toMatchObject({ status: 200, json: { email: newEmail, email_verified: true } })
  expect(await readChange(as)).toBeNull()
  expect(await findNewestRegistration(db, newEmail)).toBeNull()
  const json = { token: reset, password: 'another-long-password' }
  expect(await gateway.send('POST', '/api/auth/reset-password', { json })).toMatchObject(
    refusal(400, 'invalid_token'),
  )
  const links = db.selectFrom('login_links').select('id').where('email', '=', user.email)
  expect(await links.execute()).toEqual([])
  expect(await listMails(db, { userId: user.id })).toContain('mail-address-changed')
  const entries = await listAuditEntries(db, { subject: `user:${user.id}` })
  expect(entries.at(-1)?.action).toBe('user:address-changed')
  expect(JSON.stringify(entries)).not.toContain(newEmail)
})

test.each(SIDES)(
  'changes nothing when only the %s address confirms it, and refuses it after a day',
  async (side) => {
    const { user, as, tokens } = await makeChange()
    const other = side === 'old' ? 'new' : 'old'
    await confirm(tokens[side])
    await db
      .updateTable('address_changes')
      .set({ created_at: sql<Date>`now() - interval '24 hours 1 second'` })
      .where('user_id', '=', user.id)
      .execute()
    expect(await confirm(tokens[other])).toMatchObject(refusal(400, 'link_gone'))
    expect([await emailOf(user.id), await readChange(as)]).toEqual([user.email, null])
  },
)

test('changes once when twenty confirm at the same time', async () => {
  const { user, newEmail, tokens } = await makeChange()
  await confirm(tokens.old)
  const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(tokens.new)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(19)
  expect(await emailOf(user.id)).toBe(newEmail)
})

test('changes when both confirm at the same time', async () => {
  const { user, newEmail, tokens } = await makeChange()
  const responses = await Promise.all([confirm(tokens.old), confirm(tokens.new)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await emailOf(user.id)).toBe(newEmail)
})

test('refuses an address that was taken meanwhile, and leaves the link', async () => {
  const { user, newEmail, tokens } = await makeChange()
  await confirm(tokens.old)
  const owner = await makeUser(db, { email: newEmail })
  expect(await confirm(tokens.new)).toMatchObject(refusal(409, 'address_taken'))
  expect(await emailOf(user.id)).toBe(user.email)
  await changeUser(db, owner.id, { email: `freed-${nextNumber()}@example.test` })
  expect((await confirm(tokens.new)).json).toEqual({ is_changed: true })
})

test('takes an address from somebody who has never confirmed it', async () => {
  const { user, newEmail, tokens } = await makeChange()
  const squatter = await makeUser(db, { email: newEmail, isVerified: false })
  for (const side of SIDES) await confirm(tokens[side])
  expect([await emailOf(user.id), await emailOf(squatter.id)]).toEqual([newEmail, null])
})

test('responds alike for a taken address', async () => {
  const [user, owner] = [await makeUser(db), await makeUser(db)]
  const as = await gateway.loginAs(user)
  const taken = await ask(as, owner.email)
  expect(taken).toMatchObject({ status: 200, json: { change: { email: owner.email } } })
  expect(await listMails(db, { userId: user.id })).toEqual(['mail-address-old', 'mail-address-new'])
  expect(await listMails(db, { userId: owner.id })).toEqual([])
})

test('refuses the links of a change that was replaced or dropped', async () => {
  const { user, as, tokens } = await makeChange()
  await ask(as, `another-${nextNumber()}@example.test`)
  for (const side of SIDES) expect(await confirm(tokens[side])).toMatchObject(refusal(400, 'link_gone'))
  const change = await readChange(as)
  const token = await issue(user.id, 'new', change?.email ?? '')
  expect((await gateway.send('DELETE', ADDRESS, { as })).json).toEqual({ change: null })
  expect(await confirm(token)).toMatchObject(refusal(400, 'link_gone'))
  expect(await emailOf(user.id)).toBe(user.email)
})

test('refuses the links of a deleted and of a suspended profile', async () => {
  const [deleted, suspended] = [await makeChange(), await makeChange()]
  await changeUser(db, suspended.user.id, { suspended_at: new Date() })
  await db.transaction().execute(async (trx) => {
    await eraseUser(trx, deleted.user.id)
    await eraseDataOfUser(trx, deleted.user.id)
  })
  for (const { tokens } of [deleted, suspended])
    for (const side of SIDES) expect(await confirm(tokens[side])).toMatchObject(refusal(400, 'link_gone'))
})

test('refuses tokens of another purpose, and is none for them', async () => {
  const { user, tokens } = await makeChange()
  const reset = await db.transaction().execute((trx) => insertToken(trx, user.id, 'reset-password'))
  expect(await confirm(reset)).toMatchObject(refusal(400, 'link_gone'))
  const json = { token: tokens.old, password: 'another-long-password' }
  expect(await gateway.send('POST', '/api/auth/reset-password', { json })).toMatchObject(
    refusal(400, 'invalid_token'),
  )
  expect(await gateway.send('GET', `/api/auth/verify-email/${tokens.old}`)).toMatchObject(
    refusal(400, 'invalid_token'),
  )
})

test('is asked for soon after a login only, for another address, five times an hour', async () => {
  const limited = await gatewayOfTest()
  const user = await makeUser(limited.postgres.db)
  const askFrom = (as: string, email: string) => limited.send('POST', ADDRESS, { as, json: { email } })
  const stale = await limited.loginAs(user, { loggedInAt: Date.now() - 6 * 60_000 })
  expect(await askFrom(stale, 'new@example.test')).toMatchObject(refusal(403, 'reauthentication_required'))
  const as = await limited.loginAs(user)
  expect(await askFrom(as, ` ${user.email.toUpperCase()} `)).toMatchObject({
    status: 422,
    json: { issues: [{ path: 'email' }] },
  })
  for (let count = 1; count < 5; count += 1) expect((await askFrom(as, 'new@example.test')).status).toBe(200)
  expect((await askFrom(as, 'new@example.test')).status).toBe(429)
})
