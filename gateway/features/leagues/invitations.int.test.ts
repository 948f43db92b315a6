import {
  findNewestRegistration,
  insertRegistrationToken,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import { makeRegistration, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { type Fan, makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { leagues: { members: 4, leagues: 3 } } })
const { db } = gateway.postgres
let owner: Fan
let guest: Fan
beforeEach(async () => {
  owner = await makeFan(gateway)
  guest = await makeFan(gateway)
})

const look = (invitation: string, fan?: Fan) =>
  gateway.send('GET', `/api/invitations/${invitation}`, { as: fan?.as })
const accept = (invitation: string, fan: Fan) =>
  gateway.send('POST', `/api/invitations/${invitation}/accept`, { as: fan.as })
const makeFans = (count: number) => Promise.all(Array.from({ length: count }, () => makeFan(gateway)))
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

async function listMembers(leagueId: number) {
  const members = db.selectFrom('league_members').select('user_id').where('league_id', '=', leagueId)
  return (await members.execute()).map(({ user_id }) => user_id).sort((a, b) => a - b)
}

describe('an invitation', () => {
  test('shows name and size to everybody, and members their league', async () => {
    const { id, token, code, name } = await makeLeague(db, [owner.id])
    const invited = { name, members: 1, is_full: false, league_id: null }
    for (const invitation of [token, code, code.toLowerCase()]) {
      expect((await look(invitation)).json).toEqual(invited)
      expect((await look(invitation, guest)).json).toEqual(invited)
    }
    expect((await look(token, owner)).json).toEqual({ ...invited, league_id: id })
  })

  test('makes a member once', async () => {
    const { id, token, code } = await makeLeague(db, [owner.id])
    expect((await accept(token, guest)).json).toMatchObject({ league: { id, role: 'member', members: 2 } })
    expect((await accept(code, guest)).json).toMatchObject({ league: { members: 2 } })
    expect(await getTopicVersion(db, topics.league(id))).toBe(1)
  })

  test('ends when it is renewed, by owner and co-owners', async () => {
    const { id, token, code } = await makeLeague(db, [owner.id, guest.id])
    const path = `/api/leagues/${id}/invitation`
    expect((await gateway.send('POST', path, { as: guest.as })).status).toBe(403)
    const renewed = await gateway.request('renewLeagueInvitation', { leagueId: id }, { as: owner.as })
    expect(renewed).toEqual({
      token: expect.stringMatching(/^[\w-]{22}$/),
      code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/),
    })
    for (const old of [token, code]) expect((await look(old)).status).toBe(404)
    expect((await look(renewed.token)).status).toBe(200)
    expect((await gateway.send('GET', path, { as: guest.as })).json).toEqual(renewed)
  })

  test('works for a removed member only after it was renewed', async () => {
    const { id, token, code } = await makeLeague(db, [owner.id, guest.id])
    await gateway.send('DELETE', `/api/leagues/${id}/members/${guest.id}`, { as: owner.as })
    for (const old of [token, code]) {
      expect((await look(old, guest)).status).toBe(404)
      expect((await accept(old, guest)).json).toMatchObject({ code: 'invitation_not_found' })
    }
    const renewed = await gateway.request('renewLeagueInvitation', { leagueId: id }, { as: owner.as })
    expect((await accept(renewed.token, guest)).status).toBe(200)
  })

  test('works again for a member who left', async () => {
    const { id, token } = await makeLeague(db, [owner.id, guest.id])
    await gateway.send('POST', `/api/leagues/${id}/leave`, { as: guest.as })
    expect((await accept(token, guest)).status).toBe(200)
  })

  test('fills a league to its limit when many accept at once', async () => {
    const { id, token } = await makeLeague(db, [owner.id])
    const responses = await Promise.all((await makeFans(6)).map((fan) => accept(token, fan)))
    expect(statuses(responses)).toEqual([200, 200, 200, 409, 409, 409])
    expect(await listMembers(id)).toHaveLength(4)
    expect((await look(token)).json).toMatchObject({ is_full: true })
    expect((await accept(token, guest)).json).toMatchObject({ code: 'league_full' })
  })

  test('lets a user into leagues up to the limit when many are accepted at once', async () => {
    const leagues = await Promise.all(Array.from({ length: 5 }, () => makeLeague(db, [owner.id])))
    const responses = await Promise.all(leagues.map(({ token }) => accept(token, guest)))
    expect(statuses(responses)).toEqual([200, 200, 200, 409, 409])
    const json = { name: 'One more', tour_id: null, counts_from: 'all', drop_worst: 0 }
    expect((await gateway.send('POST', '/api/leagues', { as: guest.as, json })).json).toMatchObject({
      code: 'too_many_leagues',
    })
  })

  test('does not count deleted leagues, which need room to be restored', async () => {
    const json = { name: 'One more', tour_id: null, counts_from: 'all', drop_worst: 0 }
    const send = (method: string, path: string, given = {}) =>
      gateway.send(method, `/api/leagues${path}`, { as: guest.as, ...given })
    const [first] = await Promise.all([1, 2, 3].map(() => makeLeague(db, [guest.id, owner.id])))
    const path = `/${first?.id}`
    await send('DELETE', path)
    expect((await send('POST', '', { json })).status).toBe(200)
    const restored = await Promise.all([1, 2].map(() => send('POST', `${path}/restore`)))
    for (const refused of restored) {
      expect(refused).toMatchObject({
        status: 409,
        json: { code: 'too_many_leagues', message: expect.stringContaining('Leave one') },
      })
    }
    const { leagues } = await gateway.request('listLeagues', {}, { as: guest.as })
    const left = leagues.find(({ id }) => id !== first?.id)
    await send('POST', `/${left?.id}/leave`)
    // The other member has no room: the limit is 3.
    await Promise.all([1, 2].map(() => makeLeague(db, [owner.id])))
    for (const _ of [1, 2]) expect((await send('POST', `${path}/restore`)).status).toBe(200)
    expect(await listMembers(first?.id ?? 0)).toHaveLength(2)
  })

  test('limits guesses of codes, and counts no code that is one', async () => {
    const { code, token } = await makeLeague(db, [owner.id])
    for (let time = 0; time < 12; time += 1) expect((await look(code, guest)).status).toBe(200)
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await accept(`ZZZZZ${2 + (guess % 8)}`, guest)).status).toBe(404)
    }
    expect((await accept(code, guest)).status).toBe(429)
    expect((await accept(token, guest)).status).toBe(200)
    expect((await look(code, owner)).status).toBe(200)
  })
})

describe('a registration with an invitation', () => {
  async function register(invitation: string) {
    const email = `${crypto.randomUUID()}@example.test`
    const json = { email, display_name: 'Invited', password: 'long enough', invitation }
    const { status, json: message } = await gateway.send('POST', '/api/auth/register', { json })
    expect(status).toBe(200)
    const registration = await findNewestRegistration(db, email)
    return { message, registration: registration ?? expect.fail('no registration') }
  }
  const issue = (registrationId: number) =>
    db.transaction().execute((trx) => insertRegistrationToken(trx, registrationId, 'verify-email'))
  const verify = async (registrationId: number) =>
    gateway.send('GET', `/api/auth/verify-email/${await issue(registrationId)}`)

  test('makes the account a member, by link and by code', async () => {
    const { id, token, code } = await makeLeague(db, [owner.id])
    for (const invitation of [token, code.toLowerCase()]) {
      expect((await verify((await register(invitation)).registration.id)).status).toBe(200)
    }
    expect(await listMembers(id)).toHaveLength(3)
    expect(await getTopicVersion(db, topics.league(id))).toBe(2)
  })

  test('makes the account a member when its password is entered', async () => {
    const { id, token } = await makeLeague(db, [owner.id])
    const planted = await makeRegistration(db, { invitation: null })
    const own = await makeRegistration(db, { email: planted.email, invitation: token })
    const path = `/api/auth/verify-email/${await issue(own.id)}`
    expect((await gateway.send('POST', path, { json: { password: TEST_PASSWORD } })).status).toBe(200)
    expect(await listMembers(id)).toHaveLength(2)
  })

  test('makes an account without a league where that is full, renewed or gone', async () => {
    const fans = await makeFans(3)
    const memberIds = [owner, ...fans].map(({ id }) => id)
    const full = await makeLeague(db, memberIds)
    const [renewed, gone] = [await makeLeague(db, [owner.id]), await makeLeague(db, [owner.id])]
    const invitations = [full.token, renewed.token, gone.token, 'no-such-invitation']
    const registrations = await Promise.all(invitations.map(register))
    await gateway.send('POST', `/api/leagues/${renewed.id}/invitation`, { as: owner.as })
    await gateway.send('DELETE', `/api/leagues/${gone.id}`, { as: owner.as })
    for (const { registration } of registrations) expect((await verify(registration.id)).status).toBe(200)
    expect(await listMembers(full.id)).toHaveLength(4)
    for (const { id } of [renewed, gone]) expect(await listMembers(id)).toEqual([owner.id])
  })

  test('responds alike for known addresses and unknown codes', async () => {
    const { code } = await makeLeague(db, [owner.id])
    const { email } = await makeUser(db)
    const json = { email, display_name: 'Invited', password: 'long enough', invitation: code }
    const known = await gateway.send('POST', '/api/auth/register', { json })
    expect(known.json).toEqual((await register('ZZZZZZ')).message)
    expect(known.json).toEqual((await register(code)).message)
  })
})

test('passes leagues of a deleted profile to the next member', async () => {
  const { id } = await makeLeague(db, [owner.id, guest.id])
  const alone = await makeLeague(db, [owner.id])
  const version = () => getTopicVersion(db, topics.league(id))
  const before = await version()
  const json = { password: TEST_PASSWORD }
  const deleted = await gateway.send('POST', '/api/auth/delete-profile', { as: owner.as, json })
  expect(deleted.status).toBe(200)
  expect(
    await db.selectFrom('league_members').select(['user_id', 'role']).where('league_id', '=', id).execute(),
  ).toEqual([{ user_id: guest.id, role: 'owner' }])
  expect(await version()).toBe(before + 1)
  expect(await db.selectFrom('leagues').select('id').where('id', '=', alone.id).execute()).toEqual([])
})
