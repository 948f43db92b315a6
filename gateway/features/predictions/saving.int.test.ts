import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import {
  changeShow,
  changeSong,
  makeSetlist,
  makeShow,
  makeSong,
} from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile, ownPath } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

let user: User
let cookie: string

beforeEach(async () => {
  user = await makeUser(db)
  cookie = await game.gateway.loginAs(user)
})

const readOwn = (showId: number) => game.gateway.send('GET', ownPath(showId), { as: cookie })
const save = (body: object) => game.save(cookie, body)
const savedBy = ({ json }: { json: unknown }) => endpoints.savePrediction.response.parse(json)
const emptySlots = (count: number) => new Array<null>(count).fill(null)

describe('saving a prediction', () => {
  test('keeps every slot in its place and takes names from the catalogue', async () => {
    const show = await makeShow(db)
    const response = await save({
      user_id: user.id,
      show_id: String(show.id),
      setlist: {
        set1: [null, { id: game.song(1), name: 'another name' }, null],
        set2: [],
        encore: [{ id: String(game.song(2)) }, { id: game.song(2) }],
      },
    })
    expect(response.status).toBe(200)
    const saved = savedBy(response)
    expect(saved).toEqual({
      updated: false,
      prediction: {
        id: expect.any(Number),
        user_id: user.id,
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
    expect(await readOwn(show.id)).toMatchObject({ status: 200, json: { prediction: saved.prediction } })
    const { picks } = await db
      .selectFrom('predictions')
      .select('picks')
      .where('id', '=', saved.prediction.id)
      .executeTakeFirstOrThrow()
    const packed = packPicks({ set1: [null, game.song(1)], set2: [], encore: [game.song(2), game.song(2)] })
    expect(new Uint8Array(picks)).toEqual(packed)
  })

  test('replaces the previous picks under the same id', async () => {
    const show = await makeShow(db)
    const first = savedBy(await save(game.oneSong(show.id, 0)))
    const second = savedBy(await save(game.oneSong(show.id, 1)))
    expect(second).toMatchObject({
      updated: true,
      prediction: { id: first.prediction.id, version: 2, created_at: first.prediction.created_at },
    })
    expect(second.prediction.setlist.set1[0]).toEqual(game.slot(1))
    expect(await game.countPredictions(show.id)).toBe(1)
  })

  test('returns 409 for a stale version and succeeds without a version', async () => {
    const show = await makeShow(db)
    const saveVersion = async (version: number) => (await save({ ...game.oneSong(show.id), version })).status
    expect(await saveVersion(1)).toBe(409)
    expect(await saveVersion(0)).toBe(200)
    expect(await save({ ...game.oneSong(show.id, 1), version: 0 })).toMatchObject(
      refusal(409, 'stale_version'),
    )
    expect(await saveVersion(1)).toBe(200)
    expect((await save(game.oneSong(show.id, 2))).status).toBe(200)
    expect(await saveVersion(2)).toBe(409)
  })

  test('makes one row of twenty concurrent saves and uses one id', async () => {
    const show = await makeShow(db)
    const writer = await game.gateway.postgres.pool.connect()
    // Nobody writes before several have read.
    await writer.query('BEGIN; LOCK TABLE predictions IN EXCLUSIVE MODE')
    const saving = Array.from({ length: 20 }, (_, index) => save(game.oneSong(show.id, index)))
    await game.untilWaiting(3).finally(async () => {
      await writer.query('COMMIT')
      writer.release()
    })
    const responses = await Promise.all(saving)
    expect(responses.map(({ status }) => status)).toEqual(new Array(20).fill(200))
    const saved = responses.map(savedBy)
    expect(saved.filter(({ updated }) => !updated)).toHaveLength(1)
    expect(saved.map(({ prediction }) => prediction.version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(await game.countPredictions(show.id)).toBe(1)
    const next = savedBy(await save(game.oneSong((await makeShow(db)).id)))
    expect(next.prediction.id).toBe((saved[0]?.prediction.id ?? 0) + 1)
  })

  test.each([
    ['no song', { set1: [null, null], encore: [null] }, { code: 'empty_prediction' }],
    ['a set of nine', { set1: new Array(9).fill({ id: 1 }) }, { issues: [{ path: 'setlist.set1' }] }],
    ['an encore of four', { encore: new Array(4).fill({ id: 1 }) }, { issues: [{ path: 'setlist.encore' }] }],
    [
      'unknown songs',
      { set1: [{ id: 65_000 }], encore: [null, { id: 2_000_000_000 }] },
      { issues: [{ path: 'setlist.set1.0.id' }, { path: 'setlist.encore.1.id' }] },
    ],
  ])('returns 422 for %s', async (_, change, json) => {
    const setlist = { set1: [], set2: [], encore: [], ...change }
    const show_id = (await makeShow(db)).id
    expect(await save({ show_id, setlist })).toMatchObject({ status: 422, json })
    expect(await game.countPredictions(show_id)).toBe(0)
  })

  test('returns 422 with the slots of unlisted songs that the prediction lacks', async () => {
    const [show, other] = [await makeShow(db), await makeShow(db)]
    const song = await makeSong(db, { name: 'Cut' })
    const late = await makeSong(db, { name: 'Late' })
    const saveSongs = (show_id: number, songId: number) =>
      save({
        show_id,
        setlist: { set1: [game.pick(0), null, { id: songId }], set2: [], encore: [{ id: song.id }] },
      })
    expect(await saveSongs(show.id, game.song(1))).toMatchObject({ status: 200 })
    for (const { id } of [song, late]) await changeSong(db, id, { retired_at: new Date() })

    expect(await saveSongs(show.id, song.id)).toMatchObject({ status: 200, json: { updated: true } })
    expect(await saveSongs(show.id, late.id)).toMatchObject({
      status: 422,
      json: { code: 'song_not_listed', issues: [{ path: 'setlist.set1.2' }] },
    })
    expect(await saveSongs(other.id, late.id)).toMatchObject({
      status: 422,
      json: {
        message: 'No longer in the song list: Late, Cut.',
        issues: [
          { path: 'setlist.set1.2', message: 'Late is no longer in the song list' },
          { path: 'setlist.encore.0', message: 'Cut is no longer in the song list' },
        ],
      },
    })
    expect(await game.countPredictions(other.id)).toBe(0)
  })

  test('keeps hidden and merged songs, and refuses them where they are new', async () => {
    const [show, other] = [await makeShow(db), await makeShow(db)]
    const [merged, hidden] = [await makeSong(db, { name: 'Old' }), await makeSong(db, { name: 'Banter' })]
    const saveSongs = (show_id: number, ...songIds: number[]) =>
      save({ show_id, setlist: { set1: songIds.map((id) => ({ id })), set2: [], encore: [] } })
    expect((await saveSongs(show.id, merged.id, hidden.id)).status).toBe(200)
    const update = (id: number, change: object) => changeSong(db, id, change)
    await update(merged.id, { merged_into: game.song(3) })
    await update(hidden.id, { hidden_at: new Date() })

    const { json } = await readOwn(show.id)
    const shown = [game.slot(3), { id: hidden.id, name: 'Banter' }]
    expect(json).toMatchObject({ prediction: { setlist: { set1: [...shown, ...emptySlots(6)] } } })
    expect((await saveSongs(show.id, hidden.id, merged.id)).status).toBe(200)
    expect(await saveSongs(other.id, merged.id, hidden.id)).toMatchObject({
      status: 422,
      json: {
        code: 'song_not_listed',
        issues: [
          { path: 'setlist.set1.0', message: 'Old is no longer in the song list' },
          { path: 'setlist.set1.1', message: 'Banter is no longer in the song list' },
        ],
      },
    })
    // The song that the page shows for the stored one stays too, even if it is retired.
    await update(game.song(3), { retired_at: new Date() })
    expect((await saveSongs(show.id, game.song(3))).status).toBe(200)
    await update(game.song(3), { retired_at: null })
  })

  test('returns 403 for another user and 404 for an unknown show', async () => {
    const show = await makeShow(db)
    const other = await makeUser(db)
    expect(await save({ ...game.oneSong(show.id), user_id: other.id })).toMatchObject(
      refusal(403, 'not_allowed'),
    )
    expect(await game.countPredictions(show.id)).toBe(0)
    expect(await save(game.oneSong(2_147_483_647))).toMatchObject(refusal(404, 'show_not_found'))
  })

  test('returns 429 after sixty saves in a minute', async () => {
    const show = await makeShow(db)
    const responses = await Promise.all(Array.from({ length: 61 }, () => save(game.oneSong(show.id))))
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(1)
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('closed show', () => {
  const past = new Date(Date.now() - 60_000)
  const future = new Date(Date.now() + 3_600_000)

  test.each([
    ['its lock has passed', { locks_at: past }],
    ['it was inserted without a lock and is tonight', { daysFromToday: 0, locks_at: null }],
    ['it was scored and reset', { picks_closed: true }],
  ])('returns 409 for saves and deletions when %s', async (_, given) => {
    const show = await makeShow(db, given)
    await makePrediction(db, { showId: show.id, userId: user.id, picks: { set1: [game.song(3)] } })
    const refused = refusal(409, 'picks_closed')
    expect(await save(game.oneSong(show.id))).toMatchObject(refused)
    expect(await game.gateway.send('DELETE', ownPath(show.id), { as: cookie })).toMatchObject(refused)
    expect(await readOwn(show.id)).toMatchObject({ json: { prediction: { version: 1 } } })
  })

  test('returns show_scored once it is scored', async () => {
    const show = await makeShow(db, { locks_at: future })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    await makeScores(db, show)
    expect(await save(game.oneSong(show.id))).toMatchObject(refusal(409, 'show_scored'))
  })

  test.each([
    ['that was inserted without a lock and is in two days', { daysFromToday: 2, locks_at: null }],
    ['of yesterday with a future lock', { daysFromToday: -1, locks_at: future }],
  ])('does not include a show %s', async (_, given) => {
    expect((await save(game.oneSong((await makeShow(db, given)).id))).status).toBe(200)
  })

  test('rejects a save that waited for the transaction that closed it', async () => {
    const show = await makeShow(db)
    let saving: ReturnType<typeof save> | undefined
    await db.transaction().execute(async (trx) => {
      await changeShow(trx, show.id, { locks_at: past })
      saving = save(game.oneSong(show.id))
      await game.untilWaiting(1)
    })
    expect(await saving).toMatchObject(refusal(409, 'picks_closed'))
    expect(await game.countPredictions(show.id)).toBe(0)
  })
})
