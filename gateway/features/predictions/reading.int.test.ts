import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { endpoints } from '@called-it/shared/contract/endpoints'
import {
  makeAdmin,
  makePrediction,
  makeScores,
  makeSetlist,
  makeShow,
  makeUser,
} from '@called-it/tests/support/factories'
import { ownPath, startGame, type TestGame } from '@called-it/tests/support/gateway/start-game'
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

const save = (body: object) => game.save(cookie, body)

describe('deleting', () => {
  test('takes the prediction away; of none it is not found', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    await save(game.oneSong(show.id))
    const first = await game.gateway.send('DELETE', ownPath(show.id), { as: cookie })
    expect(first).toMatchObject({ status: 200, json: { message: expect.any(String) } })
    for (const method of ['DELETE', 'GET']) {
      expect(await game.gateway.send(method, ownPath(show.id), { as: cookie })).toMatchObject({
        status: 404,
        json: { code: 'prediction_not_found', message: 'No prediction found for this show' },
      })
    }
  })

  test('leaves the predictions of others', async () => {
    const { db } = game.gateway.postgres
    const show = await makeShow(db)
    const other = await makeUser(db)
    await makePrediction(db, { showId: show.id, userId: other.id, picks: { set1: [game.song(0)] } })
    expect((await game.gateway.send('DELETE', ownPath(show.id), { as: cookie })).status).toBe(404)
    expect(await game.countPredictions(show.id)).toBe(1)
  })
})

describe('a list of predictions', () => {
  test('is its fan’s and the admins’, newest show first, with scores', async () => {
    const { db } = game.gateway.postgres
    const [old, recent] = [await makeShow(db, { daysFromToday: -9 }), await makeShow(db)]
    await makeSetlist(db, old.id, { set1: [game.song(0)] })
    const picks = { set1: [game.song(0)] }
    await makePrediction(db, { showId: old.id, userId: fan.id, picks })
    await makePrediction(db, { showId: recent.id, userId: fan.id, picks })
    await makeScores(db, old, [{ user_id: fan.id, total: 15, correct_special: 1 }])
    const path = `/api/users/${fan.id}/predictions`
    const own = await game.gateway.send('GET', path, { as: cookie })
    expect(own.status).toBe(200)
    expect(endpoints.listPredictions.response.parse(own.json).predictions).toMatchObject([
      { show_id: recent.id, score: null },
      { show_id: old.id, score: 15 },
    ])
    const admin = await game.gateway.loginAs(await makeAdmin(db))
    expect((await game.gateway.send('GET', path, { as: admin })).json).toEqual(own.json)
    const other = await game.gateway.loginAs(await makeUser(db))
    expect((await game.gateway.send('GET', path, { as: other })).status).toBe(403)
    expect(await game.gateway.send('GET', '/api/users/2147483647/predictions', { as: other })).toMatchObject({
      status: 404,
      json: { code: 'user_not_found' },
    })
  })
})
