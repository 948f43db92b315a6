import { changeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, changeSong, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makePrediction, makeScoredShow, makeStanding } from '@called-it/tests/support/factories/scores'
import { type Fan, makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const makeFans = () => Promise.all([makeFan(game.gateway), makeFan(game.gateway), makeFan(game.gateway)])
const send = (fan: Fan, method: string, path: string) =>
  game.gateway.send(method, `/api/leagues${path}`, { as: fan.as })
const idsOf = (fans: readonly Fan[]) => fans.map(({ id }) => id)

const readPage = ({ as }: Fan, leagueId: number, query = {}) =>
  game.gateway.request('getLeague', { leagueId, ...query }, { as })

async function scoreShow(given: Parameters<typeof makeShow>[1], totals: Record<number, number>) {
  const scores = Object.entries(totals).map(([userId, total]) => ({ user_id: Number(userId), total }))
  await makeScoredShow(db, {}, scores, given)
}

describe('the table of a league', () => {
  test.each([
    ['of a tour without dropping, from its board', { drop_worst: 0 }],
    ['with dropping, from the scores', { drop_worst: 2 }],
  ])('has the facts %s', async (_, options) => {
    const [amy, bob, cat] = await makeFans()
    const tour = await makeTour(db)
    for (const totals of [{ [amy.id]: 30, [bob.id]: 5 }, { [amy.id]: 10 }, { [amy.id]: 20, [cat.id]: 90 }]) {
      await scoreShow({ tour_id: tour.id }, totals)
    }
    await scoreShow({}, { [amy.id]: 1_000 })
    await makeStanding(db, { board: tour.id, user_id: amy.id, total: 60, shows: 3, best: 30 })
    await makeStanding(db, { board: tour.id, user_id: bob.id, total: 5 })
    const { id } = await makeLeague(db, [amy.id, bob.id], { tour_id: tour.id, ...options })
    const { table } = await readPage(amy, id)
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
    const [amy, bob] = await makeFans()
    const tour = await makeTour(db)
    const day = (showdate: string) => {
      return { tour_id: tour.id, showdate, locks_at: new Date(`${showdate}T20:00:00Z`) }
    }
    await scoreShow(day('2026-01-04'), { [amy.id]: 1, [bob.id]: 1 })
    await scoreShow(day('2026-01-05'), { [amy.id]: 2, [bob.id]: 2 })
    await scoreShow(day('2026-01-11'), { [amy.id]: 4 })
    const { id } = await makeLeague(
      db,
      [
        { user_id: amy.id, joined_at: new Date('2026-01-05T19:59:59Z') },
        { user_id: bob.id, joined_at: new Date('2026-01-05T20:00:00Z') },
      ],
      { tour_id: tour.id, counts_from: 'joining', drop_worst: 5 },
    )
    const read = async (query = {}) => {
      const { table, weeks } = await readPage(amy, id, query)
      const rows = [amy, bob].flatMap((fan) => table.find(({ player }) => player.id === fan.id) ?? [])
      return { weeks, rows: rows.map(({ shows, played, total, worst }) => ({ shows, played, total, worst })) }
    }
    expect(await read()).toEqual({
      weeks: ['2026-01-05'],
      rows: [
        { shows: 2, played: 2, total: 6, worst: [2, 4] },
        { shows: 1, played: 0, total: 0, worst: [] },
      ],
    })
    expect((await read({ week: '2026-01-05' })).rows[0]).toEqual({ shows: 2, played: 2, total: 6, worst: [] })
    expect((await read({ week: '2025-12-29' })).rows[0]).toMatchObject({ shows: 0, total: 0 })
    for (const week of ['2026-01-06', '2026-02-30', 'x']) {
      expect((await send(amy, 'GET', `/${id}?week=${week}`)).status).toBe(422)
    }
  })

  test('has the facts of one tour and of one show, of which none is dropped', async () => {
    const [amy, bob] = await makeFans()
    const [tour, other] = [await makeTour(db), await makeTour(db)]
    const { id: showId } = await makeScoredShow(db, {}, [{ user_id: amy.id, total: 7 }], { tour_id: tour.id })
    await scoreShow({ tour_id: tour.id }, { [amy.id]: 10, [bob.id]: 20 })
    await scoreShow({ tour_id: other.id }, { [bob.id]: 40 })
    await makeStanding(db, { board: tour.id, user_id: amy.id, total: 17, shows: 2, best: 10 })
    await makeStanding(db, { board: tour.id, user_id: bob.id, total: 20 })
    const all = await makeLeague(db, idsOf([amy, bob]), { drop_worst: 2 })
    const ofOther = await makeLeague(db, idsOf([amy, bob]), { tour_id: other.id })
    const read = async (leagueId: number, query: { tour: string } | { show: string }) => {
      const { table } = await readPage(amy, leagueId, query)
      const rows = [amy, bob].flatMap((fan) => table.find(({ player }) => player.id === fan.id) ?? [])
      return rows.map(({ shows, played, total, worst }) => [shows, played, total, worst.length])
    }
    const ofTour = { tour: String(tour.id) }
    expect(await read(all.id, ofTour)).toEqual([
      [2, 2, 17, 0],
      [2, 1, 20, 0],
    ])
    expect(await read(all.id, { show: String(showId) })).toEqual([
      [1, 1, 7, 0],
      [1, 0, 0, 0],
    ])
    const nothing = [0, 0, 0, 0]
    expect(await read(ofOther.id, ofTour)).toEqual([nothing, nothing])
  })

  test("names tonight's shows of the league after their locks", async () => {
    const [amy] = await makeFans()
    const tour = await makeTour(db)
    const locked = { locks_at: new Date(Date.now() - 60_000), tour_id: tour.id, daysFromToday: 0 }
    const show = await makeShow(db, locked)
    await makeShow(db, { ...locked, locks_at: new Date(Date.now() + 3_600_000) })
    await makeShow(db, { ...locked, cancelled_at: new Date() })
    await makeShow(db, { ...locked, tour_id: (await makeTour(db)).id })
    const { id } = await makeLeague(db, [amy.id], { tour_id: tour.id })
    expect((await readPage(amy, id)).live).toEqual([show.id])
    expect((await readPage(amy, id, { week: '2026-01-05' })).live).toEqual([])
  })
})

describe('movement in a league', () => {
  const movementIn = async ({ as }: Fan, leagueId: number) =>
    (await game.gateway.request('getLeagueMovement', { leagueId }, { as })).movement

  test.each([0, 1])('compares the places with and without the last show, dropping %i', async (drop_worst) => {
    const [amy, bob] = await makeFans()
    const tour = await makeTour(db)
    const { id } = await makeLeague(db, idsOf([amy, bob]), { tour_id: tour.id, drop_worst })
    expect(await movementIn(amy, id)).toBeNull()
    await scoreShow({ tour_id: tour.id, daysFromToday: -3 }, { [amy.id]: 10, [bob.id]: 20 })
    expect(await movementIn(amy, id)).toMatchObject({ before: null })
    const totals = [amy, bob].map(({ id: user_id }, at) => ({ user_id, total: at === 0 ? 30 : 15 }))
    const last = await makeScoredShow(db, {}, totals, { tour_id: tour.id, daysFromToday: -1 })
    await scoreShow({ daysFromToday: -1 }, { [bob.id]: 99 })
    await makeStanding(db, { board: tour.id, user_id: amy.id, total: 40, shows: 2, best: 30 })
    await makeStanding(db, { board: tour.id, user_id: bob.id, total: 35, shows: 2, best: 20 })
    expect(await movementIn(amy, id)).toEqual({ show_id: last.id, before: 2, after: 1, members: 2 })
    expect(await movementIn(bob, id)).toMatchObject({ before: 1, after: 2 })
  })
})

describe('count of members who have picked', () => {
  const countOf = ({ as }: Fan, leagueId: number, showId: number) =>
    game.gateway.request('countLeaguePicks', { leagueId, showId }, { as })

  test('counts from three members on, of shows of the league', async () => {
    const [amy, bob, cat] = await makeFans()
    const [tour, other] = [await makeTour(db), await makeTour(db)]
    const show = await makeShow(db, { tour_id: tour.id })
    const elsewhere = await makeShow(db, { tour_id: other.id })
    const outsider = await makeFan(game.gateway)
    for (const { id } of [amy, bob, outsider]) {
      await makePrediction(db, { showId: show.id, userId: id, picks: { set1: [1] } })
    }
    const three = await makeLeague(db, idsOf([amy, bob, cat]), { tour_id: tour.id })
    const two = await makeLeague(db, idsOf([amy, cat]))
    expect(await countOf(cat, three.id, show.id)).toEqual({ members: 3, picked: 2 })
    expect(await countOf(cat, two.id, show.id)).toEqual({ members: 2, picked: null })
    for (const [fan, leagueId, showId, code] of [
      [cat, three.id, elsewhere.id, 'show_not_found'],
      [outsider, three.id, show.id, 'league_not_found'],
    ] as const) {
      const path = `/${leagueId}/shows/${showId}/picked`
      expect(await send(fan, 'GET', path)).toMatchObject({ status: 404, json: { code } })
    }
  })
})

describe('cards of members', () => {
  const cardsOf = async ({ as }: Fan, leagueId: number, showId: number) =>
    (await game.gateway.request('listLeagueCards', { leagueId, showId }, { as })).cards

  test('shows them after the lock only, whatever the switch says', async () => {
    const [owner, hidden, outsider] = await makeFans()
    await changeUser(db, hidden.id, { shows_picks: false })
    const show = await makeShow(db)
    const merged = game.song(5)
    await changeSong(db, merged, { merged_into: game.song(6) })
    for (const { id } of [hidden, outsider]) {
      await makePrediction(db, { showId: show.id, userId: id, picks: { set1: [merged] } })
    }
    const { id } = await makeLeague(db, idsOf([owner, hidden]))
    expect(await send(owner, 'GET', `/${id}/shows/${show.id}/cards`)).toMatchObject(
      refusal(409, 'picks_open'),
    )
    const locksAt = new Date(Date.now() - 60_000)
    await changeShow(db, show.id, { locks_at: locksAt })
    expect(await cardsOf(owner, id, show.id)).toMatchObject([
      { user_id: hidden.id, picks: { set1: expect.arrayContaining([game.slot(6)]) } },
    ])
    await send(hidden, 'POST', `/${id}/leave`)
    expect(await cardsOf(owner, id, show.id)).toEqual([])
  })

  test('shows those of shows that count', async () => {
    const [owner, late] = await makeFans()
    const tour = await makeTour(db)
    const locksAt = new Date(Date.now() - 60_000)
    const show = await makeShow(db, { locks_at: locksAt, tour_id: tour.id })
    const other = await makeShow(db, { locks_at: locksAt })
    for (const { id } of [owner, late]) {
      await makePrediction(db, { showId: show.id, userId: id, picks: { set1: [1] } })
    }
    const { id } = await makeLeague(
      db,
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
