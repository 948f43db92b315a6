import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { listLikelySongs } from '@called-it/infra/postgres/queries/chances/show-chances'
import { endpoints } from '@called-it/shared/contract/endpoints'
import type { Picks } from '@called-it/shared/game/setlist'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { freezeChancesOf, makeChances, makeSystemCard } from '@called-it/tests/support/factories/chances'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { gatewayOfTest, refusal, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

beforeEach(async () => {
  await db.deleteFrom('system_predictions').execute()
})

const get = (path: string) => game.gateway.send('GET', path)
const cardsPath = (showId: number) => `/api/shows/${showId}/system-cards`
const locked = () => new Date(Date.now() - 60_000)

const pick = (showId: number, userId: number, picks: Partial<Picks>) =>
  makePrediction(db, { showId, userId, picks })
const scoreOf = (showId: number, score: number, better_players: number) => {
  const cards = db.updateTable('system_predictions').where('show_id', '=', showId)
  return cards.set({ score, better_players }).execute()
}

describe('card of the machine or the crowd', () => {
  test('returns 409 before the lock and for a cancelled show', async () => {
    const open = await makeShow(db)
    const cancelled = await makeShow(db, { locks_at: locked(), cancelled_at: new Date() })
    for (const { id } of [open, cancelled]) await makeSystemCard(db, id, 'machine', { set1: [game.song(0)] })
    expect(await get(cardsPath(open.id))).toMatchObject(refusal(409, 'picks_open'))
    expect(await get(cardsPath(cancelled.id))).toMatchObject(refusal(409, 'show_cancelled'))
    expect(await get(cardsPath(2_147_483_647))).toMatchObject({ status: 404 })
  })

  test('has picks at the lock, and points once the show is scored', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    await makeSystemCard(db, show.id, 'machine', { encore: [null, game.song(1)] })
    await pick(show.id, (await makeUser(db)).id, { set1: [game.song(0)] })
    await freezeChancesOf(db, show.id)
    const { cards } = await game.gateway.request('listSystemCards', { showId: show.id })
    expect(cards).toMatchObject([
      { player: 'machine', name: 'the machine', total: null, beaten_by: null },
      { player: 'crowd', name: 'the crowd', total: null, beaten_by: null },
    ])
    expect(cards.map(({ picks }) => [picks.set1[0], picks.encore[1]])).toEqual([
      [null, game.slot(1)],
      [game.slot(0), null],
    ])
    await scoreOf(show.id, 15, 3)
    expect(await get(cardsPath(show.id))).toMatchObject({
      json: { cards: [{ total: 15, beaten_by: 3 }, { total: 15 }] },
    })
  })

  test('counts neither as players of a show nor on its board', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    const { id: userId } = await makeUser(db)
    await pick(show.id, userId, { set1: [game.song(0)] })
    await makeSystemCard(db, show.id, 'machine', { set1: [game.song(1)] })
    await freezeChancesOf(db, show.id)
    await makeScores(db, show, [{ user_id: userId, total: 15 }])
    expect(await get(`/api/shows/${show.id}/crowd`)).toMatchObject({
      json: { players: 1, songs: [{ id: game.song(0), players: 1 }] },
    })
    expect(await get(`/api/shows/${show.id}/status`)).toMatchObject({ json: { players: 1 } })
    const board = await game.gateway.request('getShowBoard', { showId: show.id, of: 'show' })
    expect(board).toMatchObject({ players: 1, rows: [{ total: 15 }] })
  })
})

test('returns the chances of the crowd as they stood at the lock', async () => {
  const show = await makeShow(db, { locks_at: locked() })
  await makeChances(db, { showId: show.id, songs: [{ song: game.song(0), chance: 0.25 }] })
  await pick(show.id, (await makeUser(db)).id, { set1: [game.song(0), game.song(1)] })
  const chances = async () => {
    const { songs } = await game.gateway.request('getCrowd', { showId: show.id })
    return new Map(songs.map(({ id, chance }) => [id, chance]))
  }
  expect([...(await chances()).values()]).toEqual([null, null])
  await freezeChancesOf(db, show.id)
  expect((await chances()).get(game.song(0))).toBeCloseTo(0.25)
  expect((await chances()).get(game.song(1))).toBeCloseTo(0.001)
})

test('lists shows of the machine up to the next, with the best who show their picks', async () => {
  const next = await makeShow(db, { locks_at: new Date(Date.now() + 60_000), daysFromToday: 8 })
  const upcoming = await makeShow(db, { daysFromToday: 9 })
  const tonight = await makeShow(db, { locks_at: locked(), venue: 'The Mill' })
  const scored = await makeShow(db, { daysFromToday: -3 })
  for (const { id } of [upcoming, next, tonight, scored]) {
    await makeSystemCard(db, id, 'machine', { set1: [game.song(0)] })
  }
  const users = [
    await makeUser(db, { displayName: 'Ann' }),
    await makeUser(db, { showsPicks: false }),
    await makeUser(db, { displayName: 'Cy' }),
    await makeUser(db),
  ]
  for (const { id } of users) await pick(scored.id, id, { set1: [game.song(0)] })
  await makeSetlist(db, scored.id, { set1: [game.song(0)] })
  const scores = users.map(({ id: user_id }, index) => ({ user_id, total: 30 - 5 * index }))
  await makeScores(db, scored, scores)
  await scoreOf(scored.id, 15, 3)
  const { nights } = await game.gateway.request('getMachine')
  expect(nights).toMatchObject([
    { show: { id: next.id }, total: null, beaten_by: null, best: [] },
    { show: { id: tonight.id, venue: 'The Mill' }, total: null, beaten_by: null, players: 0, best: [] },
    { show: { id: scored.id }, total: 15, beaten_by: 3, players: 4 },
  ])
  expect(nights[2]?.best.map(({ display_name, total }) => [display_name, total])).toEqual([
    ['Ann', 30],
    ['Cy', 20],
  ])
})

test('ranks players above expectation, equal sums alike', async () => {
  const users = [await makeUser(db), await makeUser(db), await makeUser(db)]
  const [first, second, third] = users
  const gone = await makeUser(db)
  const above = [-2.5, 12.5, 12.5, 20]
  const rows = [...users, gone].map(({ id: user_id }, index) => ({
    user_id,
    shows: 5,
    above: above[index] ?? 0,
  }))
  await db.insertInto('above_expectation').values(rows).execute()
  await eraseUser(db, gone.id)
  expect(await game.gateway.request('getAboveExpectation')).toMatchObject({
    rows: [
      { rank: 1, userId: second?.id, userName: second?.displayName, above: 12.5, shows: 5 },
      { rank: 1, userId: third?.id, avatar: null },
      { rank: 3, userId: first?.id, above: -2.5 },
    ],
  })
})

/** The time, and the number of people who have picked, which pages show before the lock. */
/** Responses that differ at each request. The export has the audit entry of the one before. */
const VARYING: readonly string[] = [endpoints.getClock.path, endpoints.exportOwnData.path]
/** The clock of a page runs on, and each gateway counts for itself which shows it has seen close. */
const comparable = (text: string) =>
  text.replaceAll(/"(players":\d+|now":"[^"]+"|shows":\d+(?=\},"show"))/g, '')

test('returns nothing that depends on picks before the lock', async () => {
  const show = await makeShow(db, { daysFromToday: 1 })
  await makeChances(db, { showId: show.id, songs: [{ song: game.song(0), chance: 0.25 }] })
  const users = await Promise.all(Array.from({ length: 30 }, () => makeUser(db)))
  const as = await game.gateway.loginAs(await makeUser(db))
  const userId = users[0]?.id ?? 0
  const given: Record<string, number> = { showId: show.id, userId, songId: game.song(19) }
  const paths = Object.values(endpoints)
    .filter(({ method, access, path }) => method === 'GET' && access !== 'admin' && !VARYING.includes(path))
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => String(given[name] ?? 1)))
  const readAll = async (gateway: TestGateway) => {
    const responses: string[] = []
    for (const path of paths) {
      const { text } = await gateway.send('GET', path, { as })
      responses.push(`${path} ${comparable(text)}`)
    }
    // Kickstarts are drawn from them.
    return { responses, likely: await listLikelySongs(db, show.id) }
  }
  const before = await readAll(game.gateway)
  for (const [index, { id }] of users.entries())
    await pick(show.id, id, { set1: [game.song(19), game.song(18)], encore: [game.song(index % 18)] })
  await freezeChancesOf(db, show.id)
  // Another one, which has counted no picks before.
  const other = await gatewayOfTest({ postgres: game.gateway.postgres })
  expect(await readAll(other)).toEqual(before)

  await changeShow(db, show.id, { locks_at: locked() })
  await freezeChancesOf(db, show.id)
  expect((await get(cardsPath(show.id))).json).toMatchObject({
    cards: [{ player: 'crowd', picks: { set1: expect.arrayContaining([game.slot(19), game.slot(18)]) } }],
  })
})
