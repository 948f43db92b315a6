import { changeSong, makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { afterEach, describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

afterEach(() => db.updateTable('shows').set({ setlist_revision_id: null }).execute())

const songsAt = (places: readonly number[] = []) => places.map((place) => game.song(place))
const neighbour = (place: number, plays: number) => ({ ...game.slot(place), slug: game.slugOf(place), plays })

type Sets = { set1?: number[]; set2?: number[]; encore?: number[]; set3?: number[] }

async function play(given: Parameters<typeof makeShow>[1], { set1, set2, encore, set3 }: Sets) {
  const show = await makeShow(db, given)
  const further = set3 ? [{ set: '3', songs: songsAt(set3) }] : []
  const sets = { set1: songsAt(set1), set2: songsAt(set2), encore: songsAt(encore), further }
  await makeSetlist(db, show.id, sets)
  return { id: show.id, date: show.showdate, venue: show.venue, location: 'Harborview, ME, USA' }
}

const get = (id: number | string) => game.gateway.send('GET', `/api/songs/${id}`)

const read = (songId: number) => game.gateway.request('getSongPage', { songId })

describe('page of a song', () => {
  test('counts years, gaps, sets, performances, neighbours and venues', async () => {
    const on = (showdate: string, venue = 'The Pier') => ({ showdate, venue })
    const first = await play(on('2019-05-01'), { set1: [1, 0], set2: [2] })
    const second = await play(on('2019-05-02'), { set1: [0, 3, 0], encore: [4] })
    await play(on('2020-05-01'), { set1: [2] })
    await play(on('2020-05-02'), { set1: [3] })
    const third = await play(on('2021-05-01', 'Owl Hall'), { set1: [3], set2: [5, 0], encore: [2] })
    const last = await play(on('2021-05-02'), { set1: [6], encore: [0], set3: [0, 3] })

    expect(await read(game.song(0))).toEqual({
      song: { ...game.slot(0), slug: game.slugOf(0), times_played: 20, gap: null, last_played: null },
      years: [
        { year: 2019, plays: 2 },
        { year: 2020, plays: 0 },
        { year: 2021, plays: 2 },
      ],
      gaps: [0, 2, 0],
      sets: [
        { set: 'set1', plays: 2 },
        { set: 'set2', plays: 1 },
        { set: 'encore', plays: 1 },
        { set: 'further', plays: 1 },
      ],
      performances: [
        { show: last, set: '3', position: 1, gap: 0 },
        { show: last, set: 'encore', position: 1, gap: 0 },
        { show: third, set: 'set2', position: 2, gap: 2 },
        { show: second, set: 'set1', position: 3, gap: 0 },
        { show: second, set: 'set1', position: 1, gap: 0 },
        { show: first, set: 'set1', position: 2, gap: null },
      ],
      // Nothing of another set: neither what opens the next one, nor what closes the one before.
      before: [neighbour(1, 1), neighbour(3, 1), neighbour(5, 1)],
      after: [neighbour(3, 2)],
      venues: [
        { venue: 'The Pier', location: 'Harborview, ME, USA', plays: 3 },
        { venue: 'Owl Hall', location: 'Harborview, ME, USA', plays: 1 },
      ],
    })
  })

  test('counts no show that is open, excluded, cancelled or running', async () => {
    const past = await play({ daysFromToday: -9 }, { set1: [1, 0] })
    await play({ daysFromToday: -8, excluded: true }, { set1: [2, 0] })
    await play({ daysFromToday: -7, cancelled_at: new Date() }, { set1: [5, 0] })
    await play({ daysFromToday: 8 }, { set1: [3, 0] })
    await play({ daysFromToday: 0, locks_at: new Date(Date.now() - 60_000) }, { set1: [4, 0] })
    expect(await read(game.song(0))).toMatchObject({
      performances: [{ show: past }],
      gaps: [],
      before: [neighbour(1, 1)],
    })
  })

  test('counts merged songs with the song that they are', async () => {
    const [end, middle, other] = [game.song(8), game.song(9), game.song(10)]
    await play({ daysFromToday: -9 }, { set1: [9, 10] })
    await play({ daysFromToday: -8 }, { set1: [8, 7] })
    await changeSong(db, middle, { merged_into: end })
    await changeSong(db, other, { merged_into: game.song(7) })
    const page = await read(game.song(9))
    expect(page).toEqual(await read(game.song(8)))
    expect(page).toMatchObject({
      song: { id: end, times_played: 23, also_named: [game.nameOf(9)] },
      gaps: [0],
      after: [neighbour(7, 2)],
    })
  })

  test('lists at most 20 performances, and of other songs none that is hidden', async () => {
    const hidden = await makeSong(db, { hidden_at: new Date() })
    for (let day = 30; day > 8; day -= 1) {
      const show = await makeShow(db, { daysFromToday: -day })
      await makeSetlist(db, show.id, { set1: [hidden.id, game.song(0)] })
    }
    const page = await read(game.song(0))
    expect(page.performances).toHaveLength(20)
    expect(page.gaps).toHaveLength(21)
    expect(page.before).toEqual([])
    expect(page.venues).toHaveLength(10)
    expect(await get(hidden.id)).toMatchObject(refusal(404, 'song_not_found'))
  })

  test('has a retired song that was never played, and refuses unknown ids', async () => {
    const retired = await makeSong(db, { retired_at: new Date() })
    expect(await read(retired.id)).toMatchObject({ years: [], gaps: [], sets: [], performances: [] })
    expect(await get(65_000)).toMatchObject(refusal(404, 'song_not_found'))
    for (const id of ['0', '1e3', '12-slug']) {
      expect(await get(id)).toMatchObject(refusal(400, 'malformed_path'))
    }
  })
})
