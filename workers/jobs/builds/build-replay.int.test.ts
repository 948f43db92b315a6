import { findReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { arrangeSets } from '@called-it/shared/game/setlist'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { totalsByBulkScorer } from '@called-it/tests/support/live-reference'
import { makeLiveShow } from '@called-it/tests/support/live-show'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { describe, expect, test } from 'vitest'

const bench = await benchOfFile()

const build = (showId: number) => bench.run('build-replay', { showId })

async function score(showId: number): Promise<number> {
  await bench.score(showId)
  return (await bench.getShow(showId)).score_set_id ?? expect.fail('the show is not scored')
}

/** In the order of the board among equal totals. */
async function readPlayers(showId: number) {
  const { rows } = await bench.pool.query<{ user_id: number; picks: Buffer }>(
    `SELECT user_id, picks FROM predictions JOIN users ON users.id = user_id
     WHERE show_id = ${showId} ORDER BY sort_name, user_id`,
  )
  return { userIds: rows.map((row) => row.user_id), packed: Buffer.concat(rows.map(({ picks }) => picks)) }
}

describe('replay', () => {
  test('has the board of a fresh scoring after each song, with merged songs', async () => {
    const { db } = bench
    const show = await makeLiveShow(db, 250)
    const [merged = 0, ...songs] = show.songs
    await db
      .updateTable('songs')
      .set({ merged_into: songs[30] ?? 0 })
      .where('id', '=', merged)
      .execute()
    const set1 = [...songs.slice(0, 4), merged, songs[1] ?? 0]
    const further = songs.slice(15, 17)
    await makeSetlist(db, show.id, {
      set1,
      set2: songs.slice(9, 13),
      encore: songs.slice(14, 15),
      further: [{ set: '3', songs: further }],
    })
    const scoreSetId = await score(show.id)

    expect(await build(show.id)).toMatchObject({ state: 'done', result: { steps: 13 } })

    const labelled = [
      ...set1.map((song) => ({ set: '1', song, open: 'set1' as const })),
      ...songs.slice(9, 13).map((song) => ({ set: '2', song, open: 'set2' as const })),
      ...songs.slice(14, 15).map((song) => ({ set: 'e', song, open: 'encore' as const })),
      ...further.map((song) => ({ set: '3', song, open: 'further' as const })),
    ]
    const { userIds, packed } = await readPlayers(show.id)
    const steps = (await findReplay(db, show.id, scoreSetId)) ?? expect.fail('no replay is stored')
    for (const [index, { top, histogram }] of steps.entries()) {
      const openSet = index === labelled.length - 1 ? null : (labelled[index]?.open ?? null)
      const actual = arrangeSets(labelled.slice(0, index + 1))
      const totals = totalsByBulkScorer(packed, actual, openSet, new Map([[merged, songs[30] ?? 0]]))
      const rows = userIds.map((userId, place): [number, number] => [userId, totals[place] ?? 0])
      expect(top).toEqual(rows.toSorted((one, other) => other[1] - one[1]).slice(0, 100))
      const counts = Map.groupBy(totals, (total) => total)
      expect(unpackHistogram(histogram)).toEqual(
        Array.from(counts, ([total, { length }]) => ({ total, players: length })).sort(
          (one, other) => other.total - one.total,
        ),
      )
    }
  })

  test('is computed once for each score set', async () => {
    const { db } = bench
    const { id, songs } = await makeLiveShow(db, 3)
    await makeSetlist(db, id, { set1: songs.slice(0, 2) })
    const first = await score(id)
    await build(id)
    // Predictions of a scored show never change: only a second computation would see this.
    await db.deleteFrom('predictions').where('show_id', '=', id).execute()
    await build(id)
    expect((await findReplay(db, id, first))?.at(0)?.top).toHaveLength(3)

    await makeSetlist(db, id, { set1: songs.slice(0, 3) })
    const second = await score(id)
    expect(await findReplay(db, id, second)).toBeNull()
    await build(id)
    expect(await findReplay(db, id, second)).toEqual(Array(3).fill({ histogram: '', top: [] }))
    expect(await findReplay(db, id, first)).toBeNull()
  })

  test('fails for a show without scores', async () => {
    const show = await makeShow(bench.db, { daysFromToday: -2 })
    expect(await build(show.id)).toMatchObject({ state: 'failed', error: { code: 'show_not_scored' } })
    expect(await build(2147483647)).toMatchObject({ state: 'failed', error: { code: 'show_not_found' } })
  })
})
