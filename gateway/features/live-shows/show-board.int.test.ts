import { setImmediate as nextTurn } from 'node:timers/promises'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLiveBoard, packTotals } from '@called-it/tests/support/factories/live-boards'
import { makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test, vi } from 'vitest'
import { openShowOrders } from './show-orders.ts'

const PLAYERS = 103
/** In the order of the board; every second one shows no name. */
const players: User[] = []
const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const name = (player: number) => `Player ${String(player).padStart(3, '0')}`
for (let player = 0; player < PLAYERS; player += 1) {
  players.push(await makeUser(db, { displayName: name(player), showsPicks: player % 2 === 0 }))
}

const player = (at: number) => players[at] ?? expect.fail(`there is no player ${at}`)
/** Two players have each total. */
const totalOf = (at: number) => 60 - Math.floor(at / 2)
const rowsOf = (users: readonly User[]) => users.map(({ id }, at) => ({ userId: id, total: totalOf(at) }))

async function makeShowTonight({ tour_id }: { tour_id?: number } = {}) {
  const locks_at = new Date(Date.now() - 60_000)
  return makeShow(db, { daysFromToday: 0, locks_at, ...(tour_id !== undefined && { tour_id }) })
}

const read = async (showId: number, query = {}, as?: User) =>
  gateway.request('getShowBoard', { showId, ...query }, { as: as && (await gateway.loginAs(as)) })

const follow = (user: User, followed: readonly User[]) =>
  db
    .insertInto('follows')
    .values(followed.map(({ id }) => ({ user_id: user.id, followed_user_id: id })))
    .execute()

const presented = (at: number, ownAt: number | null = null) => ({
  rank: at - (at % 2) + 1,
  total: totalOf(at),
  player: at % 2 === 0 ? { id: player(at).id, display_name: name(at), avatar_path: null } : null,
  isOwn: at === ownAt,
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('board of a show', () => {
  test('has pages and the rows around the own one, live and final', async () => {
    const live = await makeShowTonight()
    await makeLiveBoard(db, { showId: live.id, revision: 3, rows: rowsOf(players) })
    const final = await makeShow(db, { daysFromToday: -3 })
    await makeSetlist(db, final.id, { set1: [(await makeSong(db)).id] })
    await makeSetlist(db, final.id, { set1: [] }, { number: 3 })
    const scores = rowsOf(players).map(({ userId, total }) => ({ user_id: userId, total }))
    await makeScores(db, final, scores.toReversed())

    for (const { id } of [live, final]) {
      const first = await read(id, {}, player(101))
      const own = { rank: 101, total: totalOf(101) }
      const rows = range(0, 100).map((at) => presented(at))
      expect(first).toEqual({ rows, players: PLAYERS, own, revision: 3, followed: [], next: 100 })
      const rest = await read(id, { after: 100 }, player(101))
      expect(rest).toMatchObject({ rows: range(100, 103).map((at) => presented(at, 101)), next: null })
      expect((await read(id, { after: 100 })).rows).toEqual(range(100, 103).map((at) => presented(at)))
      expect(await read(id, { after: 5000 })).toMatchObject({ rows: [], own: null, next: null })
      const around = await read(id, { around: 'me' }, player(1))
      expect(around).toMatchObject({ rows: range(0, 5).map((at) => presented(at, 1)), own: { rank: 1 } })
      const last = await read(id, { around: 'me' }, player(102))
      expect(last.rows).toEqual(range(99, 103).map((at) => presented(at, 102)))
      expect(await read(id, { around: 'me' }, await makeUser(db))).toMatchObject({ rows: [], own: null })
    }
    const { status } = await gateway.send('GET', `/api/shows/${live.id}/board?around=me`)
    expect(status).toBe(401)
  })

  test('has followed players who show their picks in their place, live and final', async () => {
    const fan = player(20)
    await follow(fan, [player(90), player(91), player(22), await makeUser(db)])
    const live = await makeShowTonight()
    await makeLiveBoard(db, { showId: live.id, revision: 1, rows: rowsOf(players) })
    const final = await makeShow(db, { daysFromToday: -3 })
    await makeSetlist(db, final.id, { set1: [] })
    const scores = rowsOf(players).map(({ userId, total }) => ({ user_id: userId, total }))
    await makeScores(db, final, scores)
    for (const { id } of [live, final]) {
      const { rows, followed } = await read(id, { around: 'me' }, fan)
      expect(rows).toEqual([...range(17, 24), 90].map((at) => presented(at, 20)))
      expect(new Set(followed)).toEqual(new Set([player(90).id, player(22).id]))
      expect((await read(id, {}, fan)).followed).toEqual([])
      expect((await read(id, { around: 'me' }, player(90))).followed).toEqual([])
    }
  })

  test('follows the revisions, and is empty without a board', async () => {
    const show = await makeShowTonight()
    expect(await read(show.id)).toEqual({
      ...{ rows: [], players: 0, own: null },
      ...{ revision: 0, followed: [], next: null },
    })
    for (const revision of [0, 1, 2]) {
      const rows = rowsOf(players.slice(0, revision + 1))
      await makeLiveBoard(db, { showId: show.id, revision, rows })
      expect(await read(show.id)).toMatchObject({ revision, players: revision + 1 })
    }
    await makeLiveBoard(db, { showId: show.id, revision: 3, rows: rowsOf(players.slice(0, 100)) })
    expect(await read(show.id)).toMatchObject({ players: 100, next: null })
  })

  test('has the newest revision where no board is expected any more', async () => {
    const past = await makeShow(db, { daysFromToday: -3 })
    await makeSetlist(db, past.id, { set1: [] }, { number: 2 })
    expect(await read(past.id)).toMatchObject({ players: 0, revision: 2 })
  })
})

test('sorts the players of one scored show at a time', async () => {
  const orders = openShowOrders(db)
  const begun = vi.spyOn(db, 'transaction')
  const both = [1, 2].map((id) => orders.find(id, { scoreSetId: id }))
  await nextTurn()
  expect(begun).toHaveBeenCalledTimes(1)
  await Promise.all(both)
  expect(begun).toHaveBeenCalledTimes(2)
})

describe('board of the tour of a show', () => {
  test('is the tour as it stands, without the names of those who hide the picks', async () => {
    const tour = await makeTour(db)
    const show = await makeShowTonight({ tour_id: tour.id })
    const standing = { board: tour.id, user_id: player(2).id, total: 40 }
    await makeStanding(db, standing)
    const onShow = [{ userId: player(2).id, total: 7 }]
    const onTour = range(0, 6).map((at) => ({ userId: player(at === 2 ? 50 : at).id, total: 50 }))
    const top = onTour.map(({ userId, total }): [number, number] => [userId, total])
    const histogram = packTotals([...onTour, { total: 47 }])
    const stored = { players: 7, histogram, top }
    await makeLiveBoard(db, { showId: show.id, revision: 4, rows: onShow, tour: stored })
    const board = await read(show.id, { of: 'tour' }, player(2))
    const own = { rank: 7, total: 47 }
    expect(board).toMatchObject({ players: 7, own, revision: 4, next: null, rows: { length: 6 } })
    expect(board.rows.slice(0, 2)).toMatchObject([
      { rank: 1, total: 50, player: { display_name: name(0) } },
      { rank: 1, total: 50, player: null },
    ])
    const around = async (at: number) => (await read(show.id, { of: 'tour', around: 'me' }, player(at))).rows
    expect(await around(2)).toMatchObject([{ ...own, isOwn: true, player: { display_name: name(2) } }])
    expect((await around(5)).map(({ isOwn }) => isOwn)).toEqual([false, false, false, true])

    const [first, hidden, further] = [player(0), player(3), player(6)]
    const fan = await makeUser(db)
    await follow(fan, [first, hidden, further, player(2), player(8)])
    await makeStanding(db, { ...standing, user_id: further.id })
    const { rows, followed, own: none } = await read(show.id, { of: 'tour', around: 'me' }, fan)
    expect(rows.map(({ rank, total, player }) => [rank, total, player?.id])).toEqual([
      [1, 50, first.id],
      [7, 47, player(2).id],
      [8, 40, further.id],
    ])
    expect([new Set(followed), none]).toEqual([new Set([first.id, player(2).id, further.id]), null])
  })

  test('has the standings where nothing is live', async () => {
    const tour = await makeTour(db)
    const show = await makeShowTonight({ tour_id: tour.id })
    for (const [at, total] of [30, 20].entries()) {
      await makeStanding(db, { board: tour.id, user_id: player(at).id, total })
    }
    const board = await read(show.id, { of: 'tour' }, player(1))
    expect(board).toMatchObject({ players: 2, own: { rank: 2, total: 20 }, revision: 0 })
    await makeSetlist(db, show.id, { set1: [] }, { number: 2 })
    await makeScores(db, show)
    expect(await read(show.id, { of: 'tour' })).toMatchObject({ players: 2, revision: 2 })
    expect(board.rows).toMatchObject([
      { player: { display_name: name(0) }, isOwn: false },
      { isOwn: true, rank: 2 },
    ])
    const other = await makeShowTonight()
    const { status } = await gateway.send('GET', `/api/shows/${other.id}/board?of=tour`)
    expect(status).toBe(404)
  })
})
