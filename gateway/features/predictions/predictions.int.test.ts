import {
  makeAdmin,
  makePrediction,
  makeScores,
  makeSetlist,
  makeShow,
  makeSongs,
  makeUser,
} from '@called-it/infra/postgres/factories'
import type { User } from '@called-it/infra/postgres/queries/users'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { packPicks } from '@called-it/shared/game/packed-picks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../testing/start-gateway.ts'

let gateway: TestGateway
let songs: { id: number; name: string; slug: string }[]
let fan: User
let cookie: string

beforeAll(async () => {
  gateway = await startGateway()
  songs = await makeSongs(gateway.postgres.db, 20)
})
beforeEach(async () => {
  fan = await makeUser(gateway.postgres.db)
  cookie = await gateway.loginAs(fan)
})
afterAll(() => gateway.stop())

/** The number of the nth song, the most played one first. */
function song(index: number): number {
  const id = songs[index]?.id
  if (id === undefined) throw new Error(`there is no song ${index}`)
  return id
}
const slot = (index: number) => ({ id: song(index), name: songs[index]?.name ?? '' })
const pick = (index: number) => ({ id: song(index) })
const emptySlots = (count: number) => new Array<null>(count).fill(null)

const save = (body: object, as = cookie) => gateway.send('POST', '/api/predictions', { as, json: body })
const oneSong = (showId: number, index = 0) => ({
  show_id: showId,
  setlist: { set1: [pick(index)], set2: [], encore: [] },
})
const ownPath = (showId: number) => `/api/users/current/predictions/${showId}`
const countRows = async (showId: number) => {
  const { count } = await gateway.postgres.db
    .selectFrom('predictions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow()
  return count
}

/** Resolves once so many transactions of this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await gateway.postgres.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
}

describe('saving', () => {
  test('keeps every slot in its place, and names are read anew', async () => {
    const show = await makeShow(gateway.postgres.db)
    const answer = await save({
      user_id: fan.id,
      show_id: String(show.id),
      setlist: {
        set1: [null, { id: song(1), name: 'made up' }, null],
        set2: [],
        encore: [{ id: String(song(2)) }, { id: song(2) }],
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
          set1: [null, slot(1), ...emptySlots(6)],
          set2: emptySlots(8),
          encore: [slot(2), slot(2), null],
        },
        version: 1,
      },
    })
    const read = await gateway.send('GET', ownPath(show.id), { as: cookie })
    expect(read).toMatchObject({ status: 200, json: { prediction: saved.prediction } })
  })

  test('again replaces what was there, under the same id', async () => {
    const show = await makeShow(gateway.postgres.db)
    const first = endpoints.savePrediction.response.parse((await save(oneSong(show.id, 0))).json)
    const second = endpoints.savePrediction.response.parse((await save(oneSong(show.id, 1))).json)
    expect(second).toMatchObject({
      updated: true,
      prediction: { id: first.prediction.id, version: 2, created_at: first.prediction.created_at },
    })
    expect(second.prediction.setlist.set1[0]).toEqual(slot(1))
    expect(await countRows(show.id)).toBe(1)
  })

  test('with a version that is not the last one is a conflict; without one it wins', async () => {
    const show = await makeShow(gateway.postgres.db)
    expect((await save({ ...oneSong(show.id), version: 1 })).status).toBe(409)
    expect((await save({ ...oneSong(show.id), version: 0 })).status).toBe(200)
    expect(await save({ ...oneSong(show.id, 1), version: 0 })).toMatchObject({
      status: 409,
      json: { code: 'stale_version' },
    })
    expect((await save({ ...oneSong(show.id, 1), version: 1 })).status).toBe(200)
    expect((await save(oneSong(show.id, 2))).status).toBe(200)
    expect((await save({ ...oneSong(show.id, 1), version: 2 })).status).toBe(409)
  })

  test('twenty times at once makes one row, and burns no id', async () => {
    const show = await makeShow(gateway.postgres.db)
    const writer = await gateway.postgres.pool.connect()
    // Nobody writes before several have read what is there.
    await writer.query('BEGIN; LOCK TABLE predictions IN EXCLUSIVE MODE')
    const saving = Array.from({ length: 20 }, (_, index) => save(oneSong(show.id, index)))
    await untilWaiting(3)
    await writer.query('COMMIT')
    writer.release()
    const answers = await Promise.all(saving)
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200))
    const saved = answers.map(({ json }) => endpoints.savePrediction.response.parse(json))
    expect(saved.filter(({ updated }) => !updated)).toHaveLength(1)
    expect(saved.map(({ prediction }) => prediction.version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(await countRows(show.id)).toBe(1)
    const next = await save(oneSong((await makeShow(gateway.postgres.db)).id))
    expect(endpoints.savePrediction.response.parse(next.json).prediction.id).toBe(
      (saved[0]?.prediction.id ?? 0) + 1,
    )
  })

  test('for another user is not allowed', async () => {
    const show = await makeShow(gateway.postgres.db)
    const other = await makeUser(gateway.postgres.db)
    expect(await save({ ...oneSong(show.id), user_id: other.id })).toMatchObject({
      status: 403,
      json: { code: 'not_allowed' },
    })
    expect(await countRows(show.id)).toBe(0)
  })

  test('of no song at all says what is missing', async () => {
    const show = await makeShow(gateway.postgres.db)
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
    const show = await makeShow(gateway.postgres.db)
    const setlist = { set1: [], set2: [], encore: [], ...change }
    const answer = await save({ show_id: show.id, setlist })
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid', issues: [{ path }] } })
  })

  test('of songs that nobody knows names each of them', async () => {
    const show = await makeShow(gateway.postgres.db)
    const answer = await save({
      show_id: show.id,
      setlist: { set1: [pick(0), { id: 65_000 }], set2: [], encore: [null, { id: 2_000_000_000 }] },
    })
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'invalid', issues: [{ path: 'setlist.set1.1.id' }, { path: 'setlist.encore.1.id' }] },
    })
  })

  test('for a show that nobody knows is not found', async () => {
    expect(await save(oneSong(2_147_483_647))).toMatchObject({
      status: 404,
      json: { code: 'show_not_found' },
    })
  })

  test('more than sixty times a minute has to wait', async () => {
    const show = await makeShow(gateway.postgres.db)
    const answers = await Promise.all(Array.from({ length: 61 }, () => save(oneSong(show.id))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a show that takes no picks', () => {
  const past = new Date(Date.now() - 60_000)
  const future = new Date(Date.now() + 3_600_000)

  test.each([
    ['whose day is over', { daysFromToday: -1 }, 'picks_closed'],
    ['whose lock has come', { locks_at: past }, 'picks_closed'],
    ['that was scored and reset', { picks_closed: true }, 'picks_closed'],
  ])('%s refuses saves and keeps what is there', async (_, given, code) => {
    const { db } = gateway.postgres
    const show = await makeShow(db, given)
    await makePrediction(db, { showId: show.id, userId: fan.id, picks: { set1: [song(3)] } })
    expect(await save(oneSong(show.id))).toMatchObject({ status: 409, json: { code } })
    expect(await gateway.send('DELETE', ownPath(show.id), { as: cookie })).toMatchObject({
      status: 409,
      json: { code },
    })
    const read = await gateway.send('GET', ownPath(show.id), { as: cookie })
    expect(read).toMatchObject({ json: { prediction: { version: 1 } } })
  })

  test('that is scored says so', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db, { locks_at: future })
    await makeSetlist(db, show.id, { set1: [song(0)] })
    await makeScores(db, show)
    expect(await save(oneSong(show.id))).toMatchObject({ status: 409, json: { code: 'show_scored' } })
  })

  test.each([
    ['today, without a lock', { daysFromToday: 0 }],
    ['whose day is over and whose lock is to come', { daysFromToday: -1, locks_at: future }],
  ])('does not mean one %s', async (_, given) => {
    const show = await makeShow(gateway.postgres.db, given)
    expect((await save(oneSong(show.id))).status).toBe(200)
  })

  test('refuses a save that waited for the transaction that closed it', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db)
    let saving: ReturnType<typeof save> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('shows').set({ locks_at: past }).where('id', '=', show.id).execute()
      saving = save(oneSong(show.id))
      await untilWaiting(1)
    })
    expect(await saving).toMatchObject({ status: 409, json: { code: 'picks_closed' } })
    expect(await countRows(show.id)).toBe(0)
  })
})

describe('deleting', () => {
  test('takes the prediction away; of none it is not found', async () => {
    const show = await makeShow(gateway.postgres.db)
    await save(oneSong(show.id))
    const first = await gateway.send('DELETE', ownPath(show.id), { as: cookie })
    expect(first).toMatchObject({ status: 200, json: { message: expect.any(String) } })
    for (const method of ['DELETE', 'GET']) {
      expect(await gateway.send(method, ownPath(show.id), { as: cookie })).toMatchObject({
        status: 404,
        json: { code: 'prediction_not_found', message: 'No prediction found for this show' },
      })
    }
  })

  test('leaves the predictions of others', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db)
    const other = await makeUser(db)
    await makePrediction(db, { showId: show.id, userId: other.id, picks: { set1: [song(0)] } })
    expect((await gateway.send('DELETE', ownPath(show.id), { as: cookie })).status).toBe(404)
    expect(await countRows(show.id)).toBe(1)
  })
})

describe('a list of predictions', () => {
  test('is its fan’s and the admins’, newest show first, with scores', async () => {
    const { db } = gateway.postgres
    const [old, recent] = [await makeShow(db, { daysFromToday: -9 }), await makeShow(db)]
    await makeSetlist(db, old.id, { set1: [song(0)] })
    const picks = { set1: [song(0)] }
    await makePrediction(db, { showId: old.id, userId: fan.id, picks })
    await makePrediction(db, { showId: recent.id, userId: fan.id, picks })
    await makeScores(db, old, [{ user_id: fan.id, total: 15, correct_special: 1 }])
    const path = `/api/users/${fan.id}/predictions`
    const own = await gateway.send('GET', path, { as: cookie })
    expect(own.status).toBe(200)
    expect(endpoints.listPredictions.response.parse(own.json).predictions).toMatchObject([
      { show_id: recent.id, score: null },
      { show_id: old.id, score: 15 },
    ])
    const admin = await gateway.loginAs(await makeAdmin(db))
    expect((await gateway.send('GET', path, { as: admin })).json).toEqual(own.json)
    const other = await gateway.loginAs(await makeUser(db))
    expect((await gateway.send('GET', path, { as: other })).status).toBe(403)
    expect(await gateway.send('GET', '/api/users/2147483647/predictions', { as: other })).toMatchObject({
      status: 404,
      json: { code: 'user_not_found' },
    })
  })
})

describe('a breakdown', () => {
  async function makeScored() {
    const { db } = gateway.postgres
    const show = await makeShow(db, { daysFromToday: -3, venue: 'The Mill', city: 'Orono' })
    const revision = await makeSetlist(db, show.id, {
      set1: [song(0), song(1), song(2)],
      set2: [song(3), song(4), song(5)],
      encore: [song(6), song(7)],
      further: [{ set: '3', songs: [song(8)] }],
    })
    const prediction = await makePrediction(db, {
      showId: show.id,
      userId: fan.id,
      picks: {
        // The opener in its place 15, a song in its place 10, and one of set 3: 3.
        set1: [song(0), song(1), null, song(8)],
        // In the set, elsewhere: 6.
        set2: [null, null, null, song(3)],
        // In the encore, elsewhere: 10.
        encore: [song(7)],
      },
    })
    return { show, revision, prediction, total: 15 + 10 + 3 + 6 + 10 }
  }
  const breakdown = (predictionId: number, as = cookie) =>
    gateway.send('GET', `/api/predictions/${predictionId}/breakdown`, { as })

  test('adds up to the score, and tells how it came about', async () => {
    const { show, prediction, total } = await makeScored()
    await makeScores(gateway.postgres.db, show, [{ user_id: fan.id, total }])
    const answer = await breakdown(prediction.id)
    expect(answer.status).toBe(200)
    const name = (index: number) => songs[index]?.name
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
    await makeScores(gateway.postgres.db, show, [{ user_id: fan.id, total }])
    await makeSetlist(gateway.postgres.db, show.id, { set1: [song(9)] }, { origin: 'hand' })
    expect(await breakdown(prediction.id)).toMatchObject({
      json: { prediction: { score: total }, breakdown: { totalScore: total } },
    })
  })

  test('is not there before the setlist, nor before the score', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db)
    const early = await makePrediction(db, { showId: show.id, userId: fan.id, picks: { set1: [song(0)] } })
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
    const { db } = gateway.postgres
    const { show, prediction, total } = await makeScored()
    await makeScores(db, show, [{ user_id: fan.id, total }])
    expect((await breakdown(prediction.id, await gateway.loginAs(await makeUser(db)))).status).toBe(403)
    expect((await breakdown(prediction.id, await gateway.loginAs(await makeAdmin(db)))).status).toBe(200)
    expect(await breakdown(2_147_483_647)).toMatchObject({
      status: 404,
      json: { code: 'prediction_not_found' },
    })
  })
})

describe('test score', () => {
  const picked = () => ({ set1: [pick(0), pick(5)], set2: [], encore: [] })
  const testScore = (json: object) => gateway.send('POST', '/api/test/score', { as: cookie, json })

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
      { songName: songs[5]?.name.toUpperCase() },
      { slug: songs[0]?.slug, position: 3 },
    ]
    const answer = await testScore({ prediction: picked(), actualSetlist: { set1: played } })
    const { score, breakdown, actualSetlist } = endpoints.testScore.response.parse(answer.json)
    expect(score).toBe(10 + 6)
    expect(breakdown.details.map(({ songName }) => songName)).toEqual([songs[0]?.name, songs[5]?.name])
    expect(actualSetlist.set1.map(({ songName }) => songName)).toEqual([
      'A cover that nobody has',
      songs[5]?.name,
      songs[0]?.name,
    ])
  })

  test('stores nothing', async () => {
    const before = await gateway.postgres.db.selectFrom('predictions').select('id').execute()
    await testScore({ prediction: picked() })
    expect(await gateway.postgres.db.selectFrom('predictions').select('id').execute()).toEqual(before)
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
    const { db } = gateway.postgres
    await db.updateTable('settings').set({ test_mode_enabled: false }).execute()
    const admin = await gateway.loginAs(await makeAdmin(db))
    for (const as of [cookie, admin]) {
      expect(
        await gateway.send('POST', '/api/test/score', { as, json: { prediction: picked() } }),
      ).toMatchObject({ status: 403, json: { code: 'test_mode_off' } })
    }
    await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
  })
})

test('the picks of a save are stored as scoring reads them', async () => {
  const show = await makeShow(gateway.postgres.db)
  await save({ show_id: show.id, setlist: { set1: [null, pick(1)], set2: [pick(2)], encore: [pick(3)] } })
  const { picks } = await gateway.postgres.db
    .selectFrom('predictions')
    .select('picks')
    .where('show_id', '=', show.id)
    .executeTakeFirstOrThrow()
  const expected = packPicks({ set1: [null, song(1)], set2: [song(2)], encore: [song(3)] })
  expect(new Uint8Array(picks)).toEqual(expected)
})
