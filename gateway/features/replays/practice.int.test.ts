import { listSongsBefore } from '@called-it/infra/postgres/queries/catalogue/practice'
import { changeSong, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (path: string) => game.gateway.send('GET', path)
const songsAt = (...places: number[]) => places.map((place) => game.song(place))

async function playShow(daysAgo: number, ...songs: number[]): Promise<{ id: number; day: string }> {
  const show = await makeShow(db, { daysFromToday: -daysAgo })
  await makeSetlist(db, show.id, { set1: songsAt(...songs) })
  return { id: show.id, day: show.showdate }
}

const readPractice = (showId: number) => game.gateway.request('getPractice', { showId })

describe('practice', () => {
  test('lists the past shows with a setlist, of any tour and scored or not', async () => {
    const scored = await playShow(40, 0)
    await makeScores(db, scored)
    const newest = await playShow(39, 0)
    await makeSetlist(db, (await makeShow(db, { daysFromToday: -38 })).id)
    await makeShow(db, { daysFromToday: -38 })
    const now = new Date(Date.now() - 60_000)
    const tonight = await makeShow(db, { daysFromToday: 0, locks_at: now })
    await makeSetlist(db, tonight.id, { set1: songsAt(0) })
    const open = await makeShow(db)

    const { shows } = await game.gateway.request('listPracticeShows')
    expect(shows).toEqual([
      { id: newest.id, date: newest.day, venue: expect.any(String), location: 'Harborview, ME, USA' },
      expect.objectContaining({ id: scored.id }),
    ])
    const path = (id: number) => `/api/shows/${id}/practice`
    expect(await get(path(tonight.id))).toMatchObject(refusal(409, 'show_not_over'))
    expect(await get(path(open.id))).toMatchObject(refusal(409, 'picks_open'))
    expect(await get(path(2147483647))).toMatchObject(refusal(404, 'show_not_found'))
    const empty = await makeShow(db, { daysFromToday: -38 })
    expect(await get(path(empty.id))).toMatchObject(refusal(404, 'setlist_not_found'))
  })

  test('has the songs as of the day before, and no word of what the show played', async () => {
    await db.deleteFrom('performances').execute()
    await db.updateTable('songs').set({ times_played: 0 }).execute()
    const [debut, hidden, merged] = [game.song(3), game.song(7), game.song(8)]
    const first = await playShow(30, 0, 1)
    const second = await playShow(29, 1, 2, 8)
    const show = await playShow(20, 1, 3)
    await playShow(20, 4)
    await playShow(10, 0, 1, 2)
    // As the list of songs counts them: more shows than are stored, or fewer.
    const listed = [9, 0, 3, 1, 1, 5, 1, 9, 2]
    for (const [place, times] of listed.entries())
      await changeSong(db, game.song(place), { times_played: times })
    await changeSong(db, hidden, { hidden_at: new Date() })
    await changeSong(db, merged, { merged_into: game.song(2) })

    const { songs } = await readPractice(show.id)
    const song = (place: number, times_played: number, gap: number | null, last_played: string | null) => ({
      ...game.slot(place),
      times_played,
      gap,
      last_played,
    })
    expect(songs.toSorted((one, other) => one.id - other.id)).toEqual([
      song(0, 7, 1, first.day),
      song(1, 2, 0, second.day),
      // With those of the merged song, whose play in the same show is the same.
      song(2, 2, 0, second.day),
      song(5, 4, null, null),
    ])
    expect(songs.map(({ id }) => id)).not.toContain(debut)

    const unedited = await listSongsBefore(db, show.id)
    for (const edited of [[0, 2, 5, 6, 9], [7], [3, 4]]) {
      await makeSetlist(db, show.id, { set1: songsAt(...edited) })
      expect(await listSongsBefore(db, show.id)).toEqual(unedited)
    }
  })

  test('has the setlist of an imported show that nobody picked', async () => {
    const show = await playShow(50, 0, 1)
    expect(await game.gateway.request('getLiveShow', { showId: show.id })).toMatchObject({
      players: 0,
      performances: [{ song: game.slot(0) }, { song: game.slot(1) }],
    })
  })
})
