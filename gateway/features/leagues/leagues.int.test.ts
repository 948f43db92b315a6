import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { insertSuspension, liftSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { english } from '@called-it/languages/texts'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { type Fan, makeFan } from '@called-it/tests/support/gateway/make-fans'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  type TestGateway,
} from '@called-it/tests/support/gateway/start-gateway'
import { openLiveClient } from '@called-it/tests/support/live-client'
import { PATIENT } from '@called-it/tests/support/patience'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const FIELDS = { name: 'Row F', tour_id: null, counts_from: 'all', drop_worst: 0 } as const

const send = ({ as }: Fan, method: string, path: string, json?: object) =>
  gateway.send(method, `/api/leagues${path}`, { as, json })
const idsOf = (fans: readonly Fan[]) => fans.map(({ id }) => id)

const readPage = (fan: Fan, leagueId: number) => gateway.request('getLeague', { leagueId }, { as: fan.as })
const suspend = ({ id: userId }: Fan) =>
  db.transaction().execute((trx) => insertSuspension(trx, { userId, reason: 'Spam', adminId: userId }))
const rolesIn = async (fan: Fan, leagueId: number) =>
  Object.fromEntries((await readPage(fan, leagueId)).table.map((row) => [row.player.id, row.role]))

describe('pages of a league', () => {
  type Change = (owner: Fan, member: Fan, path: string) => Promise<{ status: number }>

  test.each<[string, Change, number]>([
    ['a member is removed', (owner, { id }, path) => send(owner, 'DELETE', `${path}/members/${id}`), 1],
    ['a member leaves', (_, member, path) => send(member, 'POST', `${path}/leave`), 1],
    ['it is deleted', (owner, _, path) => send(owner, 'DELETE', path), 2],
  ])('sends former members nothing after the response when %s', async (_, change, out) => {
    const { namespace } = gateway.parts
    const other = await gatewayOfTest({ namespace, postgres: gateway.postgres })
    const [owner, member] = [await makeFan(gateway), await makeFan(gateway)]
    const { id: leagueId } = await makeLeague(db, [owner.id, member.id])
    const open = async (fan: Fan, { url }: TestGateway) => {
      const page = await openLiveClient(url, 'websocket', fan.as)
      onTestFinished(() => void page.socket.disconnect())
      expect(await page.socket.emitWithAck('league:watch', { leagueId })).toEqual({ ok: true })
      return page
    }
    const opened = [member, owner].flatMap((fan) => [open(fan, gateway), open(fan, other)])
    const pages = await Promise.all(opened)
    const ready = () =>
      gateway.parts.publisher.publish('league:reacted', { leagueId, userId: 1, reaction: 'ready' })
    const countOf = (reaction: string) =>
      pages.map((page) => page.all('league:reacted').filter((one) => one.reaction === reaction).length)
    await vi.waitFor(async () => {
      await ready()
      expect(Math.min(...countOf('ready'))).toBeGreaterThan(0)
    }, PATIENT)

    expect((await change(owner, member, `/${leagueId}`)).status).toBe(200)
    await gateway.parts.publisher.publish('league:reacted', { leagueId, userId: 1, reaction: 'after' })
    const countChanges = () => pages.map((page) => page.all('league:changed').length)
    await expect.poll(countChanges).toEqual([1, 1, 1, 1])
    // Each page receives what it was sent before it gets this.
    for (const page of pages) await page.socket.emitWithAck('show:watch', { showId: 1 })
    const staying = out === 2 ? 0 : 1
    await expect.poll(() => countOf('after')).toEqual([0, 0, staying, staying])
    expect(countChanges()).toEqual([1, 1, 1, 1])
  })
})

describe('a league', () => {
  test('creates, changes, deletes and restores it for its owner', async () => {
    const [owner, member] = [await makeFan(gateway), await makeFan(gateway)]
    const tour = await makeTour(db)
    const created = await send(owner, 'POST', '', { ...FIELDS, tour_id: tour.id })
    const { league } = endpoints.createLeague.response.parse(created.json)
    expect(league).toMatchObject({ tour: { id: tour.id, name: tour.name }, members: 1, role: 'owner' })
    const path = `/${league.id}`
    const { code } = await gateway.request('getLeagueInvitation', { leagueId: league.id }, { as: owner.as })
    const accept = `/api/invitations/${code.toLowerCase()}/accept`
    expect((await gateway.send('POST', accept, { as: member.as })).status).toBe(200)
    expect((await send(member, 'PUT', path, FIELDS)).status).toBe(403)
    expect((await send(owner, 'PUT', path, { ...FIELDS, drop_worst: 2 })).json).toMatchObject({
      league: { name: 'Row F', tour: null, drop_worst: 2, members: 2 },
    })
    expect((await send(member, 'DELETE', path)).status).toBe(403)
    expect((await send(owner, 'DELETE', path)).json).toMatchObject({
      league: { deleted_until: expect.any(String) },
    })
    for (const fan of [owner, member]) expect((await send(fan, 'PUT', path, FIELDS)).status).toBe(404)
    expect((await send(member, 'GET', '')).json).toEqual({ leagues: [] })
    for (const fan of [owner, member]) {
      expect((await send(fan, 'GET', path)).json).toMatchObject({ code: 'league_not_found' })
    }
    expect((await gateway.send('POST', accept, { as: member.as })).status).toBe(404)
    expect((await send(owner, 'GET', '')).json).toMatchObject({ leagues: [{ id: league.id }] })
    expect((await send(member, 'POST', `${path}/restore`)).status).toBe(404)
    expect((await send(owner, 'POST', `${path}/restore`)).json).toMatchObject({
      league: { deleted_until: null },
    })
    expect((await readPage(member, league.id)).league.role).toBe('member')
  })

  test('returns 404 for a restoration after a day', async () => {
    const owner = await makeFan(gateway)
    const { id } = await makeLeague(db, [owner.id], { deleted_at: new Date(Date.now() - 25 * 3_600_000) })
    expect((await send(owner, 'POST', `/${id}/restore`)).status).toBe(404)
    expect((await send(owner, 'GET', '')).json).toEqual({ leagues: [] })
  })

  test('refuses a name with a blocked word and an unknown tour', async () => {
    const owner = await makeFan(gateway)
    await db.insertInto('blocked_words').values({ word: 'spam' }).execute()
    expect((await send(owner, 'POST', '', { ...FIELDS, name: 'Spаm club' })).status).toBe(422)
    expect((await send(owner, 'POST', '', { ...FIELDS, name: 'Stаff' })).json).toMatchObject({
      issues: [{ path: 'name', message: sayIssue(english, FIELD_TEXTS.leagueName.reserved) }],
    })
    expect((await send(owner, 'POST', '', { ...FIELDS, tour_id: 999_999 })).status).toBe(404)
  })

  test('limits how many a user creates in an hour', async () => {
    const owner = await makeFan(gateway)
    for (let made = 0; made < 10; made += 1) expect((await send(owner, 'POST', '', FIELDS)).status).toBe(200)
    expect((await send(owner, 'POST', '', FIELDS)).status).toBe(429)
  })

  test('returns 404 to others', async () => {
    const [owner, other] = [await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, [owner.id])
    const requests = [
      ['GET', ''],
      ['PUT', '', FIELDS],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['POST', '/leave'],
      ['DELETE', `/members/${owner.id}`],
      ['PUT', `/members/${owner.id}/role`, { role: 'member' }],
      ['PUT', '/presence', { shows_presence: true }],
      ['GET', '/invitation'],
      ['POST', '/invitation'],
      ['GET', '/shows/1/cards'],
    ] as const
    for (const [method, path, json] of requests) {
      expect(await send(other, method, `/${id}${path}`, json)).toMatchObject(refusal(404, 'league_not_found'))
    }
  })
})

describe('roles', () => {
  test('removes a member who deletes the profile meanwhile, without a deadlock', async () => {
    const [owner, member] = [await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, member]))
    const deleting = await db.startTransaction().execute()
    await eraseUser(deleting, member.id)
    const removed = send(owner, 'DELETE', `/${id}/members/${member.id}`)
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await eraseDataOfUser(deleting, member.id)
    await deleting.commit().execute()
    expect((await removed).json).toMatchObject({ code: 'user_not_found' })
  })

  test('lets the owner pass on and become co-owner', async () => {
    const [owner, heir, member] = [await makeFan(gateway), await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, heir, member]))
    const setRole = (fan: Fan, userId: number, role: string) =>
      send(fan, 'PUT', `/${id}/members/${userId}/role`, { role })
    expect((await setRole(heir, member.id, 'co-owner')).status).toBe(403)
    expect((await setRole(owner, owner.id, 'member')).status).toBe(403)
    expect((await setRole(owner, 999_999, 'member')).json).toMatchObject({ code: 'user_not_found' })
    expect((await setRole(owner, heir.id, 'owner')).json).toMatchObject({ league: { role: 'co-owner' } })
    expect(await rolesIn(member, id)).toEqual({
      [owner.id]: 'co-owner',
      [heir.id]: 'owner',
      [member.id]: 'member',
    })
  })

  test('passes from an owner who leaves to the longest-standing co-owner, else member', async () => {
    const [owner, first] = [await makeFan(gateway), await makeFan(gateway)]
    const [second, third] = [await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, first, second, third]))
    await send(owner, 'PUT', `/${id}/members/${third.id}/role`, { role: 'co-owner' })
    const leave = (fan: Fan) => send(fan, 'POST', `/${id}/leave`)
    expect((await leave(owner)).json).toEqual({ left: true })
    expect(await rolesIn(second, id)).toMatchObject({ [third.id]: 'owner', [first.id]: 'member' })
    await leave(third)
    expect(await rolesIn(second, id)).toEqual({ [first.id]: 'owner', [second.id]: 'member' })
    await leave(first)
    await leave(second)
    expect(await db.selectFrom('leagues').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('lets a member run a league while owner and co-owners are suspended', async () => {
    const fans = await Promise.all([1, 2, 3, 4, 5].map(() => makeFan(gateway)))
    const [owner, coOwner, suspended, standIn, member] = fans
    if (!owner || !coOwner || !suspended || !standIn || !member) return expect.fail()
    const { id } = await makeLeague(db, idsOf(fans))
    const other = await makeLeague(db, idsOf([standIn, owner]))
    await send(owner, 'PUT', `/${id}/members/${coOwner.id}/role`, { role: 'co-owner' })
    const roles = (changed: Record<number, string>) => ({
      ...Object.fromEntries(idsOf(fans).map((each) => [each, 'member'])),
      [owner.id]: 'owner',
      [coOwner.id]: 'co-owner',
      ...changed,
    })
    for (const fan of [suspended, owner]) await suspend(fan)
    expect(await rolesIn(member, id)).toEqual(roles({}))
    expect((await send(standIn, 'PUT', `/${id}`, FIELDS)).status).toBe(403)
    expect((await send(coOwner, 'PUT', `/${id}`, FIELDS)).status).toBe(200)

    await suspend(coOwner)
    expect(await rolesIn(member, id)).toEqual(roles({ [standIn.id]: 'co-owner' }))
    const { leagues } = await gateway.request('listLeagues', {}, { as: standIn.as })
    expect(Object.fromEntries(leagues.map((league) => [league.id, league.role]))).toEqual({
      [id]: 'co-owner',
      [other.id]: 'owner',
    })
    const changes = [
      ['PUT', `/${id}`, FIELDS],
      ['POST', `/${id}/invitation`],
      ['DELETE', `/${id}`],
      ['PUT', `/${id}/members/${member.id}/role`, { role: 'co-owner' }],
      ['DELETE', `/${id}/members/${standIn.id}`],
      ['DELETE', `/${id}/members/${coOwner.id}`],
    ] as const
    const statuses = async (fan: Fan) => {
      const responses = []
      for (const [method, path, body] of changes) responses.push(await send(fan, method, path, body))
      return responses.map(({ status }) => status)
    }
    expect(await statuses(standIn)).toEqual([200, 200, 403, 403, 403, 403])
    expect(await statuses(member)).toEqual(changes.map(() => 403))

    await db.transaction().execute((trx) => liftSuspension(trx, owner.id))
    expect(await rolesIn(member, id)).toEqual(roles({}))
    expect(await statuses(standIn)).toEqual(changes.map(() => 403))
  })

  test('passes from an owner who leaves to nobody who is suspended', async () => {
    const [owner, coOwner, member] = [await makeFan(gateway), await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, coOwner, member]))
    await send(owner, 'PUT', `/${id}/members/${coOwner.id}/role`, { role: 'co-owner' })
    await suspend(coOwner)
    await send(owner, 'POST', `/${id}/leave`)
    expect(await rolesIn(member, id)).toEqual({ [coOwner.id]: 'co-owner', [member.id]: 'owner' })
  })

  test('lets owner and co-owners remove members, but not each other', async () => {
    const [owner, coOwner, member] = [await makeFan(gateway), await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, coOwner, member]))
    await send(owner, 'PUT', `/${id}/members/${coOwner.id}/role`, { role: 'co-owner' })
    const remove = (fan: Fan, userId: number) => send(fan, 'DELETE', `/${id}/members/${userId}`)
    expect((await remove(member, owner.id)).status).toBe(403)
    expect((await remove(coOwner, owner.id)).status).toBe(403)
    expect((await remove(owner, coOwner.id)).status).toBe(403)
    const { version } = await readPage(owner, id)
    expect((await remove(coOwner, member.id)).json).toMatchObject({ league: { members: 2 } })
    expect(await readPage(owner, id)).toMatchObject({ version: version + 1 })
    expect((await send(member, 'GET', `/${id}`)).status).toBe(404)
  })

  test('keeps the presence switch of each member', async () => {
    const [owner, member] = [await makeFan(gateway), await makeFan(gateway)]
    const { id } = await makeLeague(db, idsOf([owner, member]))
    const response = await send(member, 'PUT', `/${id}/presence`, { shows_presence: true })
    expect(response.json).toMatchObject({ league: { shows_presence: true } })
    expect((await readPage(owner, id)).league.shows_presence).toBe(false)
  })
})

test('refuses changes of a member beyond a limit, whichever league they change', async () => {
  const limited = await gatewayOfTest({ config: { rateLimitScale: 0.05 } })
  const [ann, bo] = [await makeFan(limited), await makeFan(limited)]
  const leagues = [1, 2].map(() => makeLeague(limited.postgres.db, idsOf([ann, bo])))
  const [one, other] = (await Promise.all(leagues)).map(({ id }) => `/api/leagues/${id}`)
  const change = (fan: Fan, path: string, method: string, json?: object) =>
    limited.send(method, path, { as: fan.as, json })
  const show = (fan: Fan, shows_presence: boolean) =>
    change(fan, `${one}/presence`, 'PUT', { shows_presence })
  for (const shown of [true, false, true]) expect((await show(bo, shown)).status).toBe(200)
  expect(await show(bo, false)).toMatchObject(refusal(429, 'too_many_requests'))
  expect((await change(bo, `${other}/leave`, 'POST')).status).toBe(429)
  expect((await show(ann, true)).status).toBe(200)
})
