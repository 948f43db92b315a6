import { endpoints } from '@called-it/shared/contract/endpoints'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories'
import { startGame, type TestGame } from '@called-it/tests/support/gateway/start-game'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let game: TestGame
let cookie: string

beforeAll(async () => {
  game = await startGame()
})
beforeEach(async () => {
  cookie = await game.gateway.loginAs(await makeUser(game.gateway.postgres.db))
})
afterAll(() => game.gateway.stop())

describe('test score', () => {
  const picked = () => ({ set1: [game.pick(0), game.pick(5)], set2: [], encore: [] })
  const testScore = (json: object) => game.gateway.send('POST', '/api/test/score', { as: cookie, json })

  test.each([{}, { actualSetlist: null }])('uses the sample where no setlist is given: %o', async (given) => {
    const answer = await testScore({ prediction: { setlist: picked() }, ...given })
    expect(answer.status).toBe(200)
    const { score, breakdown, actualSetlist } = endpoints.testScore.response.parse(answer.json)
    // The most played song opens the sample, the sixth is sixth.
    expect(score).toBe(15 + 6)
    expect(breakdown).toMatchObject({ totalScore: 21, details: [{ points: 15 }, { points: 6 }] })
    expect([actualSetlist.set1, actualSetlist.set2, actualSetlist.encore].map((set) => set.length)).toEqual([
      9, 6, 2,
    ])
  })

  test('finds songs by id, slug or name, and leaves unknown ones their place', async () => {
    const played = [
      { name: 'A cover that nobody has' },
      { songName: game.nameOf(5).toUpperCase() },
      { slug: game.slugOf(0), position: 3 },
    ]
    const answer = await testScore({ prediction: picked(), actualSetlist: { set1: played } })
    const { score, breakdown, actualSetlist } = endpoints.testScore.response.parse(answer.json)
    expect(score).toBe(10 + 6)
    expect(breakdown.details.map(({ songName }) => songName)).toEqual([game.nameOf(0), game.nameOf(5)])
    expect(actualSetlist.set1.map(({ songName }) => songName)).toEqual([
      'A cover that nobody has',
      game.nameOf(5),
      game.nameOf(0),
    ])
  })

  test('stores nothing', async () => {
    const before = await game.gateway.postgres.db.selectFrom('predictions').select('id').execute()
    await testScore({ prediction: picked() })
    expect(await game.gateway.postgres.db.selectFrom('predictions').select('id').execute()).toEqual(before)
  })

  test('names what it cannot read', async () => {
    expect(await testScore({ prediction: { set1: [], set2: [], encore: [] } })).toMatchObject({
      status: 422,
      json: { code: 'empty_prediction' },
    })
    expect(
      await testScore({ prediction: { setlist: { set1: [{ id: 65_000 }], set2: [], encore: [] } } }),
    ).toMatchObject({ status: 422, json: { issues: [{ path: 'prediction.setlist.set1.0.id' }] } })
    expect(await testScore({ prediction: picked(), actualSetlist: { encore: [{}] } })).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'actualSetlist.encore.0' }] },
    })
  })

  test('is refused to everybody while test mode is off', async () => {
    const { db } = game.gateway.postgres
    await db.updateTable('settings').set({ test_mode_enabled: false }).execute()
    const admin = await game.gateway.loginAs(await makeAdmin(db))
    for (const as of [cookie, admin]) {
      expect(
        await game.gateway.send('POST', '/api/test/score', { as, json: { prediction: picked() } }),
      ).toMatchObject({ status: 403, json: { code: 'test_mode_off' } })
    }
    await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
  })
})
