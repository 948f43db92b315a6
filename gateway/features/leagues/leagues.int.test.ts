import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { startGame, type TestGame } from '@called-it/tests/support/gateway/start-game'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let game: TestGame
beforeAll(async () => {
  game = await startGame()
})
afterAll(() => game.gateway.stop())

const db = () => game.gateway.postgres.db
const FIELDS = { name: 'Row F', tour_id: null, counts_from: 'all', drop_worst: 0 } as const

type Fan = User & { as: string }

async function makeFans(count: number): Promise<[Fan, Fan, Fan, ...Fan[]]> {
  const fans = await Promise.all(
    Array.from({ length: Math.max(3, count) }, async () => {
      const user = await makeUser(db())
      return { ...user, as: await game.gateway.loginAs(user) }
    }),
  )
  const [one, two, three, ...rest] = fans
  return one && two && three ? [one, two, three, ...rest] : expect.fail('no fans')
}

const send = (fan: Fan, method: string, path: string, json?: object) =>
  game.gateway.send(method, `/api/leagues${path}`, { as: fan.as, ...(json && { json }) })
const idsOf = (fans: readonly Fan[]) => fans.map(({ id }) => id)

async function readPage(fan: Fan, path: string) {
  return endpoints.getLeague.response.parse((await send(fan, 'GET', path)).json)
}
const rolesIn = async (fan: Fan, leagueId: number) =>
  Object.fromEntries((await readPage(fan, `/${leagueId}`)).table.map((row) => [row.player.id, row.role]))

async function makeScoredShow(given: Parameters<typeof makeShow>[1], totals: Record<number, number>) {
  const show = await makeShow(db(), { daysFromToday: -3, ...given })
  await makeSetlist(db(), show.id)
  const scores = Object.entries(totals).map(([userId, total]) => ({ user_id: Number(userId), total }))
  await makeScores(db(), show, scores)
  return show
}

describe('a league', () => {
  test('is created, changed, deleted and restored by its owner', async () => {
    const [owner, member] = await makeFans(2)
    const tour = await makeTour(db())
    const created = await send(owner, 'POST', '', { ...FIELDS, tour_id: tour.id })
    const { league } = endpoints.createLeague.response.parse(created.json)
    expect(league).toMatchObject({ tour: { id: tour.id, name: tour.name }, members: 1, role: 'owner' })
    const path = `/${league.id}`
    const { code } = endpoints.getLeagueInvitation.response.parse(
      (await send(owner, 'GET', `${path}/invitation`)).json,
    )
    const accept = `/api/invitations/${code.toLowerCase()}/accept`
    expect((await game.gateway.send('POST', accept, { as: member.as })).status).toBe(200)
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
    expect((await send(member, 'GET', path)).json).toMatchObject({ code: 'league_not_found' })
    expect((await game.gateway.send('POST', accept, { as: member.as })).status).toBe(404)
    expect((await send(owner, 'GET', '')).json).toMatchObject({ leagues: [{ id: league.id }] })
    expect((await send(member, 'POST', `${path}/restore`)).status).toBe(404)
    expect((await send(owner, 'POST', `${path}/restore`)).json).toMatchObject({
      league: { deleted_until: null },
    })
    expect((await readPage(member, path)).league.role).toBe('member')
  })

  test('cannot be restored after a day', async () => {
    const [owner] = await makeFans(1)
    const { id } = await makeLeague(db(), [owner.id], { deleted_at: new Date(Date.now() - 25 * 3_600_000) })
    expect((await send(owner, 'POST', `/${id}/restore`)).status).toBe(404)
    expect((await send(owner, 'GET', '')).json).toEqual({ leagues: [] })
  })

  test('takes no name with a blocked word and no unknown tour', async () => {
    const [owner] = await makeFans(1)
    await db().insertInto('blocked_words').values({ word: 'spam' }).execute()
    expect((await send(owner, 'POST', '', { ...FIELDS, name: 'Spam club' })).status).toBe(422)
    expect((await send(owner, 'POST', '', { ...FIELDS, tour_id: 999_999 })).status).toBe(404)
  })

  test('limits how many a user creates in an hour', async () => {
    const [owner] = await makeFans(1)
    for (let made = 0; made < 10; made += 1) expect((await send(owner, 'POST', '', FIELDS)).status).toBe(200)
    expect((await send(owner, 'POST', '', FIELDS)).status).toBe(429)
  })

  test('does not exist for others', async () => {
    const [owner, other] = await makeFans(2)
    const { id } = await makeLeague(db(), [owner.id])
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
      expect(await send(other, method, `/${id}${path}`, json)).toMatchObject({
        status: 404,
        json: { code: 'league_not_found' },
      })
    }
  })
})

describe('roles', () => {
  test('are given by the owner, who passes on and becomes co-owner', async () => {
    const [owner, heir, member] = await makeFans(3)
    const { id } = await makeLeague(db(), idsOf([owner, heir, member]))
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

  test('pass from an owner who leaves to the longest-standing co-owner, else member', async () => {
    const [owner, first, second, third] = await makeFans(4)
    if (!third) throw new Error('too few fans')
    const { id } = await makeLeague(db(), idsOf([owner, first, second, third]))
    await send(owner, 'PUT', `/${id}/members/${third.id}/role`, { role: 'co-owner' })
    const leave = (fan: Fan) => send(fan, 'POST', `/${id}/leave`)
    expect((await leave(owner)).json).toEqual({ left: true })
    expect(await rolesIn(second, id)).toMatchObject({ [third.id]: 'owner', [first.id]: 'member' })
    await leave(third)
    expect(await rolesIn(second, id)).toEqual({ [first.id]: 'owner', [second.id]: 'member' })
    await leave(first)
    await leave(second)
    expect(await db().selectFrom('leagues').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('let owner and co-owners remove members, but not each other', async () => {
    const [owner, coOwner, member] = await makeFans(3)
    const { id } = await makeLeague(db(), idsOf([owner, coOwner, member]))
    await send(owner, 'PUT', `/${id}/members/${coOwner.id}/role`, { role: 'co-owner' })
    const remove = (fan: Fan, userId: number) => send(fan, 'DELETE', `/${id}/members/${userId}`)
    expect((await remove(member, owner.id)).status).toBe(403)
    expect((await remove(coOwner, owner.id)).status).toBe(403)
    expect((await remove(owner, coOwner.id)).status).toBe(403)
    const { version } = await readPage(owner, `/${id}`)
    expect((await remove(coOwner, member.id)).json).toMatchObject({ league: { members: 2 } })
    expect(await readPage(owner, `/${id}`)).toMatchObject({ version: version + 1 })
    expect((await send(member, 'GET', `/${id}`)).status).toBe(404)
  })

  test('show presence of who allows it only', async () => {
    const [owner, member] = await makeFans(2)
    const { id } = await makeLeague(db(), idsOf([owner, member]))
    const response = await send(member, 'PUT', `/${id}/presence`, { shows_presence: true })
    expect(response.json).toMatchObject({ league: { shows_presence: true } })
    expect((await readPage(owner, `/${id}`)).league.shows_presence).toBe(false)
  })
})

describe('the table of a league', () => {
  test.each([
    ['of a tour without dropping, from its board', { drop_worst: 0 }],
    ['with dropping, from the scores', { drop_worst: 2 }],
  ])('has the facts %s', async (_, options) => {
    const [amy, bob, cat] = await makeFans(3)
    const tour = await makeTour(db())
    for (const totals of [{ [amy.id]: 30, [bob.id]: 5 }, { [amy.id]: 10 }, { [amy.id]: 20, [cat.id]: 90 }]) {
      await makeScoredShow({ tour_id: tour.id }, totals)
    }
    await makeScoredShow({}, { [amy.id]: 1_000 })
    await makeStanding(db(), { board: tour.id, user_id: amy.id, total: 60, shows: 3, best: 30 })
    await makeStanding(db(), { board: tour.id, user_id: bob.id, total: 5, shows: 1, best: 5 })
    const { id } = await makeLeague(db(), [amy.id, bob.id], { tour_id: tour.id, ...options })
    const { table } = await readPage(amy, `/${id}`)
    const rows = new Map(table.map(({ player, role: _, joined_at: __, ...row }) => [player.id, row]))
    const worst = (points: number[]) => points.slice(0, options.drop_worst)
    expect(rows).toEqual(
      new Map([
        [amy.id, { shows: 3, played: 3, total: 60, best: 30, worst: worst([10, 20]) }],
        [bob.id, { shows: 3, played: 1, total: 5, best: 5, worst: worst([5]) }],
      ]),
    )
  })

  test('counts shows that lock after a member joined, where it does so since joining', async () => {
    const [amy, bob] = await makeFans(2)
    const tour = await makeTour(db())
    const day = (date: string) => ({
      tour_id: tour.id,
      showdate: date,
      locks_at: new Date(`${date}T20:00:00Z`),
    })
    await makeScoredShow(day('2026-01-04'), { [amy.id]: 1, [bob.id]: 1 })
    await makeScoredShow(day('2026-01-05'), { [amy.id]: 2, [bob.id]: 2 })
    await makeScoredShow(day('2026-01-11'), { [amy.id]: 4 })
    const { id } = await makeLeague(
      db(),
      [
        { user_id: amy.id, joined_at: new Date('2026-01-05T19:59:59Z') },
        { user_id: bob.id, joined_at: new Date('2026-01-05T20:00:00Z') },
      ],
      { tour_id: tour.id, counts_from: 'joining', drop_worst: 5 },
    )
    const read = async (query: string) => {
      const { table, weeks } = await readPage(amy, `/${id}${query}`)
      const rows = table.sort((a, b) => a.player.id - b.player.id)
      return { weeks, rows: rows.map(({ shows, played, total, worst }) => ({ shows, played, total, worst })) }
    }
    expect(await read('')).toEqual({
      weeks: ['2026-01-05'],
      rows: [
        { shows: 2, played: 2, total: 6, worst: [2, 4] },
        { shows: 1, played: 0, total: 0, worst: [] },
      ],
    })
    expect((await read('?week=2026-01-05')).rows[0]).toEqual({ shows: 2, played: 2, total: 6, worst: [] })
    expect((await read('?week=2025-12-29')).rows[0]).toMatchObject({ shows: 0, total: 0 })
    expect((await send(amy, 'GET', `/${id}?week=2026-01-06`)).status).toBe(422)
  })

  test("names tonight's shows of the league after their locks", async () => {
    const [amy] = await makeFans(1)
    const tour = await makeTour(db())
    const locked = { locks_at: new Date(Date.now() - 60_000), tour_id: tour.id, daysFromToday: 0 }
    const show = await makeShow(db(), locked)
    await makeShow(db(), { ...locked, locks_at: new Date(Date.now() + 3_600_000) })
    await makeShow(db(), { ...locked, cancelled_at: new Date() })
    await makeShow(db(), { ...locked, tour_id: (await makeTour(db())).id })
    const { id } = await makeLeague(db(), [amy.id], { tour_id: tour.id })
    expect((await readPage(amy, `/${id}`)).live).toEqual([show.id])
    expect((await readPage(amy, `/${id}?week=2026-01-05`)).live).toEqual([])
  })
})

describe('cards of members', () => {
  const cardsOf = async (fan: Fan, leagueId: number, showId: number) => {
    const { json } = await send(fan, 'GET', `/${leagueId}/shows/${showId}/cards`)
    return endpoints.listLeagueCards.response.parse(json).cards
  }

  test('are seen after the lock only, whatever the switch says', async () => {
    const [owner, hidden, outsider] = await makeFans(3)
    await db().updateTable('users').set({ shows_picks: false }).where('id', '=', hidden.id).execute()
    const show = await makeShow(db())
    const merged = game.song(5)
    await db()
      .updateTable('songs')
      .set({ merged_into: game.song(6) })
      .where('id', '=', merged)
      .execute()
    for (const { id } of [hidden, outsider]) {
      await makePrediction(db(), { showId: show.id, userId: id, picks: { set1: [merged] } })
    }
    const { id } = await makeLeague(db(), idsOf([owner, hidden]))
    expect(await send(owner, 'GET', `/${id}/shows/${show.id}/cards`)).toMatchObject({
      status: 409,
      json: { code: 'picks_open' },
    })
    const locksAt = new Date(Date.now() - 60_000)
    await db().updateTable('shows').set({ locks_at: locksAt }).where('id', '=', show.id).execute()
    expect(await cardsOf(owner, id, show.id)).toMatchObject([
      { user_id: hidden.id, picks: { set1: expect.arrayContaining([game.slot(6)]) } },
    ])
    await send(hidden, 'POST', `/${id}/leave`)
    expect(await cardsOf(owner, id, show.id)).toEqual([])
  })

  test('are those of shows that count', async () => {
    const [owner, late] = await makeFans(2)
    const tour = await makeTour(db())
    const locksAt = new Date(Date.now() - 60_000)
    const [show, other] = [
      await makeShow(db(), { locks_at: locksAt, tour_id: tour.id }),
      await makeShow(db(), { locks_at: locksAt }),
    ]
    for (const { id } of [owner, late]) {
      await makePrediction(db(), { showId: show.id, userId: id, picks: { set1: [1] } })
    }
    const { id } = await makeLeague(
      db(),
      [
        { user_id: owner.id, joined_at: new Date(locksAt.getTime() - 1) },
        { user_id: late.id, joined_at: locksAt },
      ],
      { tour_id: tour.id, counts_from: 'joining' },
    )
    expect((await cardsOf(owner, id, show.id)).map(({ user_id }) => user_id)).toEqual([owner.id])
    expect(await send(owner, 'GET', `/${id}/shows/${other.id}/cards`)).toMatchObject({
      json: { code: 'show_not_found' },
    })
  })
})
