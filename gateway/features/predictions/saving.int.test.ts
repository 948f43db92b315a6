import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { makeShow, makeUser } from '@called-it/tests/support/factories'
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
const emptySlots = (count: number) => new Array<null>(count).fill(null)

describe('saving', () => {
  test('keeps every slot in its place, and names are read anew', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const answer = await save({
      user_id: fan.id,
      show_id: String(show.id),
      setlist: {
        set1: [null, { id: game.song(1), name: 'made up' }, null],
        set2: [],
        encore: [{ id: String(game.song(2)) }, { id: game.song(2) }],
      },
    })
    expect(answer.status).toBe(200)
    const saved = endpoints.savePrediction.response.parse(answer.json)
    expect(saved).toEqual({
      updated: false,
      prediction: {
        id: expect.any(Number),
        user_id: fan.id,
        show_id: show.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        score: null,
        setlist: {
          set1: [null, game.slot(1), ...emptySlots(6)],
          set2: emptySlots(8),
          encore: [game.slot(2), game.slot(2), null],
        },
        version: 1,
      },
    })
    const read = await game.gateway.send('GET', ownPath(show.id), { as: cookie })
    expect(read).toMatchObject({ status: 200, json: { prediction: saved.prediction } })
  })

  test('again replaces what was there, under the same id', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const first = endpoints.savePrediction.response.parse((await save(game.oneSong(show.id, 0))).json)
    const second = endpoints.savePrediction.response.parse((await save(game.oneSong(show.id, 1))).json)
    expect(second).toMatchObject({
      updated: true,
      prediction: { id: first.prediction.id, version: 2, created_at: first.prediction.created_at },
    })
    expect(second.prediction.setlist.set1[0]).toEqual(game.slot(1))
    expect(await game.countPredictions(show.id)).toBe(1)
  })

  test('with a version that is not the last one is a conflict; without one it wins', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    expect((await save({ ...game.oneSong(show.id), version: 1 })).status).toBe(409)
    expect((await save({ ...game.oneSong(show.id), version: 0 })).status).toBe(200)
    expect(await save({ ...game.oneSong(show.id, 1), version: 0 })).toMatchObject({
      status: 409,
      json: { code: 'stale_version' },
    })
    expect((await save({ ...game.oneSong(show.id, 1), version: 1 })).status).toBe(200)
    expect((await save(game.oneSong(show.id, 2))).status).toBe(200)
    expect((await save({ ...game.oneSong(show.id, 1), version: 2 })).status).toBe(409)
  })

  test('twenty times at once makes one row, and burns no id', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const writer = await game.gateway.postgres.pool.connect()
    // Nobody writes before several have read what is there.
    await writer.query('BEGIN; LOCK TABLE predictions IN EXCLUSIVE MODE')
    const saving = Array.from({ length: 20 }, (_, index) => save(game.oneSong(show.id, index)))
    await game.untilWaiting(3).finally(async () => {
      await writer.query('COMMIT')
      writer.release()
    })
    const answers = await Promise.all(saving)
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200))
    const saved = answers.map(({ json }) => endpoints.savePrediction.response.parse(json))
    expect(saved.filter(({ updated }) => !updated)).toHaveLength(1)
    expect(saved.map(({ prediction }) => prediction.version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(await game.countPredictions(show.id)).toBe(1)
    const next = await save(game.oneSong((await makeShow(game.gateway.postgres.db)).id))
    expect(endpoints.savePrediction.response.parse(next.json).prediction.id).toBe(
      (saved[0]?.prediction.id ?? 0) + 1,
    )
  })

  test('for another user is not allowed', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const other = await makeUser(game.gateway.postgres.db)
    expect(await save({ ...game.oneSong(show.id), user_id: other.id })).toMatchObject({
      status: 403,
      json: { code: 'not_allowed' },
    })
    expect(await game.countPredictions(show.id)).toBe(0)
  })

  test('of no song at all says what is missing', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const setlist = { set1: [null, null], set2: [], encore: [null] }
    expect(await save({ show_id: show.id, setlist })).toMatchObject({
      status: 422,
      json: { code: 'empty_prediction', message: 'Please select at least one song for your prediction.' },
    })
  })

  test.each([
    ['nine songs in a set', { set1: new Array(9).fill({ id: 1 }) }, 'setlist.set1'],
    ['four songs in the encore', { encore: new Array(4).fill({ id: 1 }) }, 'setlist.encore'],
    ['a million entries', { set2: new Array(8_000).fill(null) }, 'setlist.set2'],
    ['a negative id', { set1: [{ id: -1 }] }, 'setlist.set1.0.id'],
    ['an id with an exponent', { set1: [null, { id: '1e3' }] }, 'setlist.set1.1.id'],
    ['a fraction', { set1: [{ id: 1.5 }] }, 'setlist.set1.0.id'],
    ['another set', { set3: [] }, 'setlist'],
    ['no song but a text', { set2: ['Harbor Teeth'] }, 'setlist.set2.0'],
  ])('of %s names the field', async (_, change, path) => {
    const show = await makeShow(game.gateway.postgres.db)
    const setlist = { set1: [], set2: [], encore: [], ...change }
    const answer = await save({ show_id: show.id, setlist })
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid', issues: [{ path }] } })
  })

  test('of songs that nobody knows names each of them', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const answer = await save({
      show_id: show.id,
      setlist: { set1: [game.pick(0), { id: 65_000 }], set2: [], encore: [null, { id: 2_000_000_000 }] },
    })
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'invalid', issues: [{ path: 'setlist.set1.1.id' }, { path: 'setlist.encore.1.id' }] },
    })
  })

  test('for a show that nobody knows is not found', async () => {
    expect(await save(game.oneSong(2_147_483_647))).toMatchObject({
      status: 404,
      json: { code: 'show_not_found' },
    })
  })

  test('more than sixty times a minute has to wait', async () => {
    const show = await makeShow(game.gateway.postgres.db)
    const answers = await Promise.all(Array.from({ length: 61 }, () => save(game.oneSong(show.id))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('the picks of a save are stored as scoring reads them', async () => {
  const show = await makeShow(game.gateway.postgres.db)
  await save({
    show_id: show.id,
    setlist: { set1: [null, game.pick(1)], set2: [game.pick(2)], encore: [game.pick(3)] },
  })
  const { picks } = await game.gateway.postgres.db
    .selectFrom('predictions')
    .select('picks')
    .where('show_id', '=', show.id)
    .executeTakeFirstOrThrow()
  const expected = packPicks({ set1: [null, game.song(1)], set2: [game.song(2)], encore: [game.song(3)] })
  expect(new Uint8Array(picks)).toEqual(expected)
})
