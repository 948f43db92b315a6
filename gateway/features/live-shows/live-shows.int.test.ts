import { eraseUser, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { changeSong, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeLiveBoard } from '@called-it/tests/support/factories/live-boards'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (path: string, as?: string) => game.gateway.send('GET', path, { as })
const now = () => new Date(Date.now() - 60_000)

/** Picks are closed, and its day is today. */
const makeShowTonight = () => makeShow(db, { daysFromToday: 0, locks_at: now() })

const readLive = (showId: number) => game.gateway.request('getLiveShow', { showId })

/** Ann shows the picks, Bo does not, and Cy is deleted although the row says otherwise. */
async function makePlayers(): Promise<[User, User, User]> {
  const gone = await makeUser(db)
  await eraseUser(db, gone.id)
  await changeUser(db, gone.id, { shows_picks: true })
  const ann = await makeUser(db, { displayName: 'Ann' })
  return [ann, await makeUser(db, { displayName: 'Bo', showsPicks: false }), gone]
}

describe('live show', () => {
  test('returns 409 while only their owners see the picks', async () => {
    const open = await makeShow(db)
    const cancelled = await makeShow(db, { locks_at: now(), cancelled_at: new Date() })
    // From before it was reopened.
    await makeLiveBoard(db, { showId: open.id, rows: [{ userId: 1, total: 0 }] })
    for (const path of ['live', 'board', 'board?of=tour']) {
      expect(await get(`/api/shows/${open.id}/${path}`)).toMatchObject(refusal(409, 'picks_open'))
      expect(await get(`/api/shows/${cancelled.id}/${path}`)).toMatchObject(refusal(409, 'show_cancelled'))
      expect(await get(`/api/shows/2147483647/${path}`)).toMatchObject(refusal(404, 'show_not_found'))
    }
  })

  test('is empty before the first board', async () => {
    const show = await makeShowTonight()
    expect(await readLive(show.id)).toEqual({
      revision: 0,
      phase: 'locked',
      openSet: 'set1',
      players: 0,
      histogram: '',
      top: [],
      points: POINTS,
      performances: [],
      viewers: 0,
      version: 0,
    })
  })

  test('has the setlist, counts and shown names of the newest board', async () => {
    const show = await makeShowTonight()
    const [ann, bo, gone] = await makePlayers()
    const [played, replaced, old] = [game.song(0), game.song(1), game.song(2)]
    await changeSong(db, old, { merged_into: played })
    const at = new Date()
    const first = await makeSetlist(db, show.id, { set1: [old] }, { open_set: 'set2' })
    await db.updateTable('performances').set({ played_at: at }).where('revision_id', '=', first.id).execute()
    // Its board follows with the next version.
    await makeSetlist(db, show.id, { set1: [old, replaced] }, { open_set: 'encore' })
    const rows = [gone, bo, ann].map(({ id }, index) => ({ userId: id, total: 9 - index }))
    await makeLiveBoard(db, { showId: show.id, revision: 0, rows: [] })
    const holders = [gone.id, bo.id, ann.id]
    const songs = [{ songId: played, players: 3, exact: 2, holders }]
    await makeLiveBoard(db, { showId: show.id, revision: 1, rows, songs })

    const live = await readLive(show.id)
    expect(live).toMatchObject({ revision: 1, phase: 'live', openSet: 'set2', players: 3 })
    expect(unpackHistogram(live.histogram)).toEqual([9, 8, 7].map((total) => ({ total, players: 1 })))
    expect(live.top).toEqual([
      [9, null, null],
      [8, null, null],
      [7, ann.id, 'Ann'],
    ])
    const place = { sequence: 1, set: 'set1', position: 1, song: game.slot(0) }
    const counts = { players: 3, exact: 2, holders: ['Ann'], gap: null }
    expect(live.performances).toEqual([{ ...place, at: at.toISOString(), ...counts }])
    await changeSong(db, old, { merged_into: null })
  })

  test('has the board of the scores once it is final', async () => {
    const show = await makeShow(db, { daysFromToday: -9 })
    const [ann, bo] = await makePlayers()
    await makeSetlist(db, show.id, { set1: [game.song(4), game.song(3)] })
    for (const [{ id: userId }, set1] of [
      [ann, [null, game.song(3)]],
      [bo, [game.song(3)]],
    ] as const) {
      await makePrediction(db, { showId: show.id, userId, picks: { set1 } })
    }
    await makeScores(db, show, [
      { user_id: bo.id, total: 6 },
      { user_id: ann.id, total: 6 },
    ])
    const live = await readLive(show.id)
    expect(live).toMatchObject({ revision: 1, phase: 'final', players: 2 })
    expect(live.performances).toMatchObject([
      { players: 0, exact: 0 },
      { players: 2, exact: 1, holders: [] },
    ])
    expect(unpackHistogram(live.histogram)).toEqual([{ total: 6, players: 2 }])
    expect(live.top).toEqual([
      [6, ann.id, 'Ann'],
      [6, null, null],
    ])
  })

  test('has a correction from after the night, with its own counts once it is final', async () => {
    const show = await makeShow(db, { daysFromToday: -3 })
    const [ann] = await makePlayers()
    const [played, corrected] = [game.song(5), game.song(6)]
    await makePrediction(db, { showId: show.id, userId: ann.id, picks: { set1: [corrected] } })
    await makeSetlist(db, show.id, { set1: [played] })
    const rows = [{ userId: ann.id, total: 0 }]
    const songs = [{ songId: played, players: 0, exact: 0, holders: [] }]
    await makeLiveBoard(db, { showId: show.id, revision: 1, rows, songs })
    await makeSetlist(db, show.id, { set1: [corrected] })
    const song = { id: corrected }
    expect(await readLive(show.id)).toMatchObject({ revision: 2, phase: 'ended', performances: [{ song }] })

    await makeScores(db, show, [{ user_id: ann.id, total: 15 }])
    const performances = [{ song, players: 1, exact: 1 }]
    expect(await readLive(show.id)).toMatchObject({ revision: 2, phase: 'final', performances })
  })

  test('tells how many shows ago a song was played', async () => {
    const songs = [10, 11, 12, 13, 14].map(game.song)
    const [twice, listed, unknown, counted, merged] = songs
    if (!twice || !listed || !unknown || !counted || !merged) return expect.unreachable()
    for (const [daysFromToday, set1] of [
      [-106, [twice, merged]],
      [-105, [twice]],
      [-104, [counted]],
    ] as const) {
      await makeSetlist(db, (await makeShow(db, { daysFromToday })).id, { set1 })
    }
    const show = await makeShow(db, { daysFromToday: -100 })
    const { showdate } = show
    const set = (id: number, columns: { gap?: number; last_played?: string; merged_into?: number }) =>
      changeSong(db, id, columns)
    // The list knows a play that no stored setlist has, has counted tonight, and has a song of two numbers.
    await set(listed, { gap: 41, last_played: '2020-01-01' })
    await set(counted, { gap: 0, last_played: showdate })
    await set(merged, { merged_into: unknown })
    await makeSetlist(db, show.id, { set1: [twice, listed, unknown, counted, game.song(15)] })

    const { performances } = await readLive(show.id)
    expect(performances.map(({ gap }) => gap)).toEqual([2, 42, 3, 1, null])
    await changeSong(db, merged, { merged_into: null })
  })
})
