import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import {
  makeAdmin,
  makePrediction,
  makeScores,
  makeSetlist,
  makeShow,
  makeUser,
} from '@called-it/tests/support/factories'
import { startGame, type TestGame } from '@called-it/tests/support/gateway/start-game'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let game: TestGame
let fan: User
let cookie: string

beforeAll(async () => {
  game = await startGame()
})
beforeEach(async () => {
  fan = await makeUser(game.gateway.postgres.db)
  cookie = await game.gateway.loginAs(fan)
})
afterAll(() => game.gateway.stop())

describe('a breakdown', () => {
  async function makeScored() {
    const { db } = game.gateway.postgres
    const show = await makeShow(db, { daysFromToday: -3, venue: 'The Mill', city: 'Orono' })
    const revision = await makeSetlist(db, show.id, {
      set1: [game.song(0), game.song(1), game.song(2)],
      set2: [game.song(3), game.song(4), game.song(5)],
      encore: [game.song(6), game.song(7)],
      further: [{ set: '3', songs: [game.song(8)] }],
    })
    const prediction = await makePrediction(db, {
      showId: show.id,
      userId: fan.id,
      picks: {
        // The opener in its place 15, a song in its place 10, and one of set 3: 3.
        set1: [game.song(0), game.song(1), null, game.song(8)],
        // In the set, elsewhere: 6.
        set2: [null, null, null, game.song(3)],
        // In the encore, elsewhere: 10.
        encore: [game.song(7)],
      },
    })
    return { show, revision, prediction, total: 15 + 10 + 3 + 6 + 10 }
  }
  const breakdown = (predictionId: number, as = cookie) =>
    game.gateway.send('GET', `/api/predictions/${predictionId}/breakdown`, { as })

  test('adds up to the score, and tells how it came about', async () => {
    const { show, prediction, total } = await makeScored()
    await makeScores(game.gateway.postgres.db, show, [{ user_id: fan.id, total }])
    const answer = await breakdown(prediction.id)
    expect(answer.status).toBe(200)
    const name = (index: number) => game.nameOf(index)
    const detail = (index: number, reason: string, points: number, set: string, position: number) => ({
      songName: name(index),
      reason,
      points,
      predictedSet: set,
      predictedPosition: position,
    })
    const entry = (position: number, index: number) => ({ position, songName: name(index) })
    expect(answer.json).toMatchObject({
      prediction: { id: prediction.id, score: total },
      breakdown: {
        totalScore: total,
        songInShow: { count: 1, points: 3 },
        songInSet: { count: 1, points: 6 },
        correctSong: { count: 1, points: 10 },
        correctSpecial: { count: 1, points: 15 },
        encoreInSet: { count: 1, points: 10 },
        details: [
          detail(0, 'correctSpecial', 15, 'set1', 1),
          detail(1, 'correctSong', 10, 'set1', 2),
          detail(8, 'songInShow', 3, 'set1', 4),
          detail(3, 'songInSet', 6, 'set2', 4),
          detail(7, 'encoreInSet', 10, 'encore', 1),
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

  test('keeps to the setlist that the score was counted against, whatever is corrected later', async () => {
    const { show, prediction, total } = await makeScored()
    await makeScores(game.gateway.postgres.db, show, [{ user_id: fan.id, total }])
    await makeSetlist(game.gateway.postgres.db, show.id, { set1: [game.song(9)] }, { origin: 'hand' })
    expect(await breakdown(prediction.id)).toMatchObject({
      json: { prediction: { score: total }, breakdown: { totalScore: total } },
    })
  })

  test('is not there before the setlist, nor before the score', async () => {
    const { db } = game.gateway.postgres
    const show = await makeShow(db)
    const early = await makePrediction(db, {
      showId: show.id,
      userId: fan.id,
      picks: { set1: [game.song(0)] },
    })
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

  test('is its fan’s and the admins’', async () => {
    const { db } = game.gateway.postgres
    const { show, prediction, total } = await makeScored()
    await makeScores(db, show, [{ user_id: fan.id, total }])
    expect((await breakdown(prediction.id, await game.gateway.loginAs(await makeUser(db)))).status).toBe(403)
    expect((await breakdown(prediction.id, await game.gateway.loginAs(await makeAdmin(db)))).status).toBe(200)
    expect(await breakdown(2_147_483_647)).toMatchObject({
      status: 404,
      json: { code: 'prediction_not_found' },
    })
  })
})
