import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import {
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

describe('a show that takes no picks', () => {
  const past = new Date(Date.now() - 60_000)
  const future = new Date(Date.now() + 3_600_000)

  test.each([
    ['whose day is over', { daysFromToday: -1 }, 'picks_closed'],
    ['whose lock has come', { locks_at: past }, 'picks_closed'],
    ['that was scored and reset', { picks_closed: true }, 'picks_closed'],
  ])('%s refuses saves and keeps what is there', async (_, given, code) => {
    const { db } = game.gateway.postgres
    const show = await makeShow(db, given)
    await makePrediction(db, { showId: show.id, userId: fan.id, picks: { set1: [game.song(3)] } })
    expect(await save(game.oneSong(show.id))).toMatchObject({ status: 409, json: { code } })
    expect(await game.gateway.send('DELETE', ownPath(show.id), { as: cookie })).toMatchObject({
      status: 409,
      json: { code },
    })
    const read = await game.gateway.send('GET', ownPath(show.id), { as: cookie })
    expect(read).toMatchObject({ json: { prediction: { version: 1 } } })
  })

  test('that is scored says so', async () => {
    const { db } = game.gateway.postgres
    const show = await makeShow(db, { locks_at: future })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    await makeScores(db, show)
    expect(await save(game.oneSong(show.id))).toMatchObject({ status: 409, json: { code: 'show_scored' } })
  })

  test.each([
    ['today, without a lock', { daysFromToday: 0 }],
    ['whose day is over and whose lock is to come', { daysFromToday: -1, locks_at: future }],
  ])('does not mean one %s', async (_, given) => {
    const show = await makeShow(game.gateway.postgres.db, given)
    expect((await save(game.oneSong(show.id))).status).toBe(200)
  })

  test('refuses a save that waited for the transaction that closed it', async () => {
    const { db } = game.gateway.postgres
    const show = await makeShow(db)
    let saving: ReturnType<typeof save> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('shows').set({ locks_at: past }).where('id', '=', show.id).execute()
      saving = save(game.oneSong(show.id))
      await game.untilWaiting(1)
    })
    expect(await saving).toMatchObject({ status: 409, json: { code: 'picks_closed' } })
    expect(await game.countPredictions(show.id)).toBe(0)
  })
})
