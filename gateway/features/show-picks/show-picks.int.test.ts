import { eraseUser, type User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Picks } from '@called-it/shared/game/setlist'
import { changeUser, makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (path: string, as?: string) => game.gateway.send('GET', path, { as })
const listPath = (showId: number) => `/api/shows/${showId}/predictions`
const playerPath = (showId: number, userId: number) => `/api/shows/${showId}/predictions/${userId}`
const crowdPath = (showId: number) => `/api/shows/${showId}/crowd`

const locked = () => new Date(Date.now() - 60_000)
const inAnHour = () => new Date(Date.now() + 3_600_000)

const pick = (showId: number, user: { id: number }, picks: Partial<Picks>) =>
  makePrediction(db, { showId, userId: user.id, picks })

async function setLock(showId: number, locks_at: Date): Promise<void> {
  await changeShow(db, showId, { locks_at })
}

/** With the switch on, as if a deletion had left it: the deletion itself hides the name too. */
async function deleteUser({ id }: User): Promise<void> {
  await eraseUser(db, id)
  await changeUser(db, id, { shows_picks: true })
}

describe('picks of a show', () => {
  test('returns 409 to everybody before the lock and for a cancelled show', async () => {
    const admin = await makeAdmin(db)
    const open = await makeShow(db)
    const held = await makeShow(db, { picks_closed: true, closed_by_run: 1 })
    const cancelled = await makeShow(db, { locks_at: locked(), cancelled_at: new Date() })
    for (const show of [open, held, cancelled]) await pick(show.id, admin, { set1: [game.song(0)] })
    const as = await game.gateway.loginAs(admin)
    for (const path of [listPath, crowdPath, (id: number) => playerPath(id, admin.id)]) {
      expect(await get(path(open.id), as)).toMatchObject(refusal(409, 'picks_open'))
      expect(await get(path(held.id), as)).toMatchObject(refusal(409, 'picks_open'))
      expect(await get(path(cancelled.id), as)).toMatchObject(refusal(409, 'show_cancelled'))
      expect(await get(path(2_147_483_647))).toMatchObject(refusal(404, 'show_not_found'))
    }
  })

  test('returns pages with the names of those who allow it and scores', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    const [shown, hidden, gone] = [
      await makeUser(db, { displayName: 'Shown' }),
      await makeUser(db, { showsPicks: false }),
      await makeUser(db),
    ]
    await pick(show.id, shown, { set1: [null, game.song(3)] })
    for (const user of [hidden, gone]) await pick(show.id, user, { encore: [game.song(4)] })
    await deleteUser(gone)
    for (let others = 0; others < 98; others += 1) {
      await pick(show.id, await makeUser(db), { set2: [game.song(5)] })
    }
    const read = (query = {}) => game.gateway.request('listShowPredictions', { showId: show.id, ...query })
    const first = await read()
    expect(first.predictions).toHaveLength(100)
    expect(first.predictions[0]).toMatchObject({
      player: { id: shown.id, display_name: 'Shown', avatar_path: null },
      picks: { set1: [null, game.slot(3), null, null, null, null, null, null] },
      score: null,
    })
    expect(first.predictions.slice(1, 3)).toMatchObject([
      { player: null, picks: { encore: [game.slot(4), null, null] } },
      { player: null },
    ])
    const rest = await read({ after: first.next ?? 0 })
    expect([rest.predictions.length, rest.next]).toEqual([1, null])

    await makeSetlist(db, show.id, { set1: [game.song(3)] })
    await makeScores(db, show, [{ user_id: shown.id, total: 6 }])
    expect((await read()).predictions[0]?.score).toBe(6)
  })

  test('returns the same 404 for missing, hidden, deleted and unknown players', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    const [shown, hidden, gone, without] = [
      await makeUser(db),
      await makeUser(db, { showsPicks: false }),
      await makeUser(db),
      await makeUser(db),
    ]
    for (const user of [shown, hidden, gone]) await pick(show.id, user, { set1: [game.song(1)] })
    await deleteUser(gone)
    const admin = await game.gateway.loginAs(await makeAdmin(db))
    const picks = { set1: expect.arrayContaining([game.slot(1)]) }
    expect(await get(playerPath(show.id, shown.id))).toMatchObject({
      status: 200,
      json: { player: { id: shown.id }, picks, score: null },
    })
    for (const as of [undefined, admin]) {
      const missing = await get(playerPath(show.id, without.id), as)
      expect(missing).toMatchObject(refusal(404, 'prediction_not_found'))
      for (const id of [hidden.id, gone.id, 2_147_483_647]) {
        expect((await get(playerPath(show.id, id), as)).text).toBe(missing.text)
      }
    }
    const own = await get(playerPath(show.id, hidden.id), await game.gateway.loginAs(hidden))
    expect(own).toMatchObject({ status: 200, json: { player: { id: hidden.id }, picks } })
    expect(own.headers.get('cache-control')).toBe('no-store')
  })
})

describe('crowd', () => {
  const readCrowd = (showId: number) => game.gateway.request('getCrowd', { showId })

  test('has the players, the card, and the most picked songs by players and name', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    expect(await readCrowd(show.id)).toMatchObject({ players: 0, songs: [] })
    const other = await makeShow(db, { locks_at: locked() })
    await pick(other.id, await makeUser(db), { set1: [game.song(9)] })
    const [a, b, c] = [game.song(0), game.song(1), game.song(2)]
    for (const set1 of [[a, a], [a, b], [c]]) await pick(other.id, await makeUser(db), { set1 })
    const { players, card, songs, openers } = await readCrowd(other.id)
    expect(players).toBe(4)
    expect(card.set1.slice(0, 3)).toEqual([game.slot(0), game.slot(1), null])
    const [first, ...rest] = songs
    expect(first).toEqual({ ...game.slot(0), players: 2, chance: null })
    const tied = [1, 2, 9].map((place) => ({ ...game.slot(place), players: 1, chance: null }))
    expect(rest).toEqual(tied.toSorted((one, two) => (one.name < two.name ? -1 : 1)))
    expect(openers).toEqual([first, ...rest.filter(({ id }) => id !== game.song(1))])
  })

  test('is counted once for a lock, and again after a reopening', async () => {
    const show = await makeShow(db, { locks_at: locked() })
    await pick(show.id, await makeUser(db), { set1: [game.song(0)] })
    expect((await readCrowd(show.id)).players).toBe(1)
    await pick(show.id, await makeUser(db), { set1: [game.song(0)] })
    expect((await readCrowd(show.id)).players).toBe(1)
    await setLock(show.id, inAnHour())
    expect(await get(crowdPath(show.id))).toMatchObject(refusal(409, 'picks_open'))
    await setLock(show.id, locked())
    expect((await readCrowd(show.id)).players).toBe(2)
  })
})
