import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { CATEGORIES, type Category, POINT_TABLES, POINTS } from '@called-it/shared/game/points'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile, ownPath } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

let user: User
let cookie: string

beforeEach(async () => {
  user = await makeUser(db)
  cookie = await game.gateway.loginAs(user)
})

const get = (path: string, as = cookie) => game.gateway.send('GET', path, { as })
const loginAdmin = async () => game.gateway.loginAs(await makeAdmin(db))
const loginOther = async () => game.gateway.loginAs(await makeUser(db))

test('deletes the prediction of the current user only', async () => {
  const show = await makeShow(db)
  await game.save(cookie, game.oneSong(show.id))
  const remove = (as: string) => game.gateway.send('DELETE', ownPath(show.id), { as })
  const notFound = {
    status: 404,
    json: { code: 'prediction_not_found', message: 'No prediction found for this show' },
  }
  expect(await remove(await loginOther())).toMatchObject(notFound)
  expect(await remove(cookie)).toMatchObject({ status: 200, json: { message: expect.any(String) } })
  expect(await remove(cookie)).toMatchObject(notFound)
  expect(await get(ownPath(show.id))).toMatchObject(notFound)
})

test('lists predictions with scores, newest show first, for their user and admins', async () => {
  const [old, recent] = [await makeShow(db, { daysFromToday: -9 }), await makeShow(db)]
  await makeSetlist(db, old.id, { set1: [game.song(0)] })
  const picks = { set1: [game.song(0)] }
  await makePrediction(db, { showId: old.id, userId: user.id, picks })
  await makePrediction(db, { showId: recent.id, userId: user.id, picks })
  await makeScores(db, old, [{ user_id: user.id, total: 15, correct_special: 1 }])
  const path = `/api/users/${user.id}/predictions`
  const params = { userId: user.id }
  const { predictions } = await game.gateway.request('listPredictions', params, { as: cookie })
  const [open, locked] = predictions
  expect([open, locked]).toMatchObject([
    { show_id: recent.id, score: null },
    { show_id: old.id, score: 15 },
  ])
  // Before the lock only the user sees them.
  expect((await get(path, await loginAdmin())).json).toEqual({ predictions: [locked] })
  const other = await loginOther()
  expect((await get(path, other)).status).toBe(403)
  expect(await get('/api/users/2147483647/predictions', other)).toMatchObject(refusal(404, 'user_not_found'))
})

describe('breakdown', () => {
  async function makeScored() {
    const show = await makeShow(db, { daysFromToday: -3, venue: 'The Mill', city: 'Orono' })
    await makeSetlist(db, show.id, {
      set1: [game.song(0), game.song(1), game.song(2)],
      set2: [game.song(3), game.song(4), game.song(5)],
      encore: [game.song(6), game.song(7)],
      further: [{ set: '3', songs: [game.song(8)] }],
    })
    const prediction = await makePrediction(db, {
      showId: show.id,
      userId: user.id,
      picks: {
        // The opener and another song in their places, and one of set 3.
        set1: [game.song(0), game.song(1), null, game.song(8)],
        // In the set, elsewhere.
        set2: [null, null, null, game.song(3)],
        // In the encore, elsewhere.
        encore: [game.song(7)],
      },
    })
    const total = Object.values(POINTS).reduce((sum, points) => sum + points)
    const score = () => makeScores(db, show, [{ user_id: user.id, total }])
    return { show, prediction, total, score }
  }
  const breakdown = (predictionId: number, as = cookie) =>
    get(`/api/predictions/${predictionId}/breakdown`, as)

  test('adds up to the score and lists every hit', async () => {
    const { show, prediction, total, score } = await makeScored()
    await score()
    const response = await breakdown(prediction.id)
    const detail = (index: number, reason: Category, set: string, position: number) => ({
      songName: game.nameOf(index),
      reason,
      points: POINTS[reason],
      predictedSet: set,
      predictedPosition: position,
    })
    const entry = (position: number, index: number) => ({ position, songName: game.nameOf(index) })
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      prediction: { id: prediction.id, score: total },
      standing: { rank: 1, players: 1, median: total },
      breakdown: {
        totalScore: total,
        ...Object.fromEntries(
          CATEGORIES.map((category) => [category, { count: 1, points: POINTS[category] }]),
        ),
        details: [
          detail(0, 'correctSpecial', 'set1', 1),
          detail(1, 'correctSong', 'set1', 2),
          detail(8, 'songInShow', 'set1', 4),
          detail(3, 'songInSet', 'set2', 4),
          detail(7, 'encoreInSet', 'encore', 1),
        ],
      },
      actualSetlist: {
        set1: [entry(1, 0), entry(2, 1), entry(3, 2)],
        set2: [entry(1, 3), entry(2, 4), entry(3, 5)],
        encore: [entry(1, 6), entry(2, 7)],
        further: [{ set: '3', entries: [entry(1, 8)] }],
      },
      showDetails: { date: show.showdate, venue: 'The Mill', location: 'Orono, ME, USA' },
    })
  })

  test('uses the setlist of the score after a correction', async () => {
    const { show, prediction, total, score } = await makeScored()
    await score()
    await makeSetlist(db, show.id, { set1: [game.song(9)] }, { origin: 'hand' })
    expect(await breakdown(prediction.id)).toMatchObject({
      json: { prediction: { score: total }, breakdown: { totalScore: total } },
    })
  })

  test('uses the points of the score after they were changed', async () => {
    const points = { songInShow: 1, songInSet: 2, correctSong: 20, correctSpecial: 40, encoreInSet: 7 }
    POINT_TABLES.set(99, points)
    onTestFinished(() => void POINT_TABLES.delete(99))
    const { show, prediction, score } = await makeScored()
    const { scoreSetId } = await score()
    await db.updateTable('score_sets').set({ points_version: 99 }).where('id', '=', scoreSetId).execute()
    expect(await breakdown(prediction.id)).toMatchObject({
      json: { breakdown: { totalScore: 70, correctSpecial: { count: 1, points: 40 } } },
    })
    // By which the page scores the card.
    expect(await get(`/api/shows/${show.id}/live`)).toMatchObject({ json: { points } })
  })

  test('names and scores merged songs as the song that they are', async () => {
    const { id: merged } = await makeSong(db, { merged_into: game.song(0) })
    const show = await makeShow(db, { daysFromToday: -3 })
    await makeSetlist(db, show.id, { set1: [game.song(0), game.song(1), merged] })
    const prediction = await makePrediction(db, {
      showId: show.id,
      userId: user.id,
      picks: { set1: [merged] },
    })
    await makeScores(db, show, [{ user_id: user.id, total: 15 }])
    const entry = { songName: game.nameOf(0) }
    expect(await breakdown(prediction.id)).toMatchObject({
      json: {
        prediction: { setlist: { set1: [game.slot(0), ...new Array(7).fill(null)] } },
        breakdown: { totalScore: POINTS.correctSpecial, details: [entry] },
        actualSetlist: { set1: [entry, { songName: game.nameOf(1) }, entry] },
      },
    })
  })

  test('returns 404 without a setlist and 409 without a score', async () => {
    const show = await makeShow(db)
    const picks = { set1: [game.song(0)] }
    const early = await makePrediction(db, { showId: show.id, userId: user.id, picks })
    expect(await breakdown(early.id)).toMatchObject({
      status: 404,
      json: { code: 'setlist_not_found', message: 'Setlist not found for this show' },
    })
    const { prediction } = await makeScored()
    expect(await breakdown(prediction.id)).toMatchObject({
      status: 409,
      json: { code: 'not_scored', message: expect.stringMatching(/^Scoring data not available\. /) },
    })
  })

  test('returns 404 to others before the lock', async () => {
    const show = await makeShow(db)
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    const picks = { set1: [game.song(0)] }
    const { id } = await makePrediction(db, { showId: show.id, userId: user.id, picks })
    for (const as of [await loginAdmin(), await loginOther()]) {
      expect((await breakdown(id, as)).text).toBe((await breakdown(2_147_483_647, as)).text)
    }
    expect((await breakdown(id)).status).toBe(409)
  })

  test('returns 403 to other users, 200 to admins, 404 for an unknown id', async () => {
    const { prediction, score } = await makeScored()
    await score()
    expect((await breakdown(prediction.id, await loginOther())).status).toBe(403)
    expect((await breakdown(prediction.id, await loginAdmin())).status).toBe(200)
    expect(await breakdown(2_147_483_647)).toMatchObject(refusal(404, 'prediction_not_found'))
  })
})

describe('test score', () => {
  const picked = () => ({ set1: [game.pick(0), game.pick(5)], set2: [], encore: [] })
  const testScore = (json: object, as = cookie) => game.gateway.send('POST', '/api/test/score', { as, json })
  const readScore = (json: object) => game.gateway.request('testScore', {}, { as: cookie, json })
  const listIds = () => db.selectFrom('predictions').select('id').execute()

  test.each([{}, { actualSetlist: null }])('uses the sample without a setlist: %o', async (given) => {
    const before = await listIds()
    const { score, breakdown, actualSetlist } = await readScore({
      prediction: { setlist: picked() },
      ...given,
    })
    // The most played song opens the sample, the sixth is sixth.
    expect(score).toBe(POINTS.correctSpecial + POINTS.songInSet)
    const details = [{ points: POINTS.correctSpecial }, { points: POINTS.songInSet }]
    expect(breakdown).toMatchObject({ totalScore: score, details })
    const { set1, set2, encore } = actualSetlist
    expect([set1, set2, encore].map((set) => set.length)).toEqual([9, 6, 2])
    expect(await listIds()).toEqual(before)
  })

  test('finds songs by id, slug or name and keeps the places of unknown ones', async () => {
    const played = [
      { name: 'An unknown cover' },
      { songName: game.nameOf(5).toUpperCase() },
      { slug: game.slugOf(0), position: 3 },
    ]
    const json = { prediction: picked(), actualSetlist: { set1: played } }
    const { score, breakdown, actualSetlist } = await readScore(json)
    expect(score).toBe(10 + 6)
    expect(breakdown.details.map(({ songName }) => songName)).toEqual([game.nameOf(0), game.nameOf(5)])
    expect(actualSetlist.set1.map(({ songName }) => songName)).toEqual([
      'An unknown cover',
      game.nameOf(5),
      game.nameOf(0),
    ])
  })

  test('finds merged songs by id, slug or name', async () => {
    const { id, slug, name } = await makeSong(db, { merged_into: game.song(0) })
    const { score, actualSetlist } = await readScore({
      prediction: { ...picked(), set1: [{ id }] },
      actualSetlist: { set1: [{ id }, { slug }, { name }] },
    })
    expect(score).toBe(POINTS.correctSpecial)
    expect(new Set(actualSetlist.set1.map(({ songName }) => songName))).toEqual(new Set([game.nameOf(0)]))
  })

  test('names invalid fields', async () => {
    const none = { set1: [], set2: [], encore: [] }
    const unknown = { ...none, set1: [{ id: 65_000 }] }
    const paths = (...path: string[]) => ({
      status: 422,
      json: { issues: path.map((one) => ({ path: one })) },
    })
    expect(await testScore({ prediction: none })).toMatchObject(refusal(422, 'empty_prediction'))
    expect(await testScore({ prediction: unknown })).toMatchObject(paths('prediction.set1.0.id'))
    expect(await testScore({ prediction: { setlist: unknown } })).toMatchObject(
      paths('prediction.setlist.set1.0.id'),
    )
    expect(await testScore({ prediction: picked(), actualSetlist: { encore: [{}] } })).toMatchObject(
      paths('actualSetlist.encore.0'),
    )
  })

  test('returns 403 to everybody while test mode is off', async () => {
    await db.updateTable('settings').set({ test_mode_enabled: false }).execute()
    for (const as of [cookie, await loginAdmin()]) {
      expect(await testScore({ prediction: picked() }, as)).toMatchObject(refusal(403, 'test_mode_off'))
    }
    await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
  })
})
