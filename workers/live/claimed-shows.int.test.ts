import { deleteShow } from '@called-it/infra/postgres/queries/catalogue/demo'
import { findNewestLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { playedSetlist } from '@called-it/tests/support/game-factories'
import { type LiveShow, makeLiveShow } from '@called-it/tests/support/live-show'
import { PATIENT } from '@called-it/tests/support/patience'
import { liveBenchOfFile } from '@called-it/tests/support/workers/live-bench'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const bench = await liveBenchOfFile()

const firstSong = ({ songs }: LiveShow) =>
  ({ actual: playedSetlist({ set1: songs.slice(0, 1) }), openSet: 'set1' }) as const

/** Until the worker has renewed its claim on a show so many times. */
async function waitForHeartbeats({ id }: LiveShow, times: number): Promise<void> {
  const read = async () => {
    const claims = bench.database.db.selectFrom('live_claims').select('heartbeat_at')
    return Number((await claims.where('show_id', '=', id).executeTakeFirst())?.heartbeat_at)
  }
  for (let left = times; left > 0; left -= 1) {
    const before = await read()
    await expect.poll(read, PATIENT).toBeGreaterThan(before)
  }
}

describe('claimed show', () => {
  test('is taken when the heartbeat of its worker is old', async () => {
    const show = await makeLiveShow(bench.database.db, 20)
    await bench.database.db
      .insertInto('live_claims')
      .values({ show_id: show.id, worker: 'killed', heartbeat_at: sql<Date>`now() - interval '2 seconds'` })
      .execute()
    bench.startWorker('one')

    await bench.waitForBoard(show.id, 0)
  })

  test('is left to the worker that has taken it', async () => {
    const taken = await makeLiveShow(bench.database.db, 20)
    const own = await makeLiveShow(bench.database.db, 20)
    bench.startWorker('one')
    for (const { id } of [taken, own]) await bench.waitForBoard(id, 0)
    await bench.database.db
      .updateTable('live_claims')
      .set({ worker: 'other', heartbeat_at: sql<Date>`now() + interval '1 hour'` })
      .where('show_id', '=', taken.id)
      .execute()
    await waitForHeartbeats(own, 2)
    await bench.enter(taken, firstSong(taken))
    // Boards are updated in the order of the shows.
    await bench.waitForBoard(own.id, await bench.enter(own, firstSong(own)))
    expect(await findNewestLiveBoard(bench.database.db, taken.id)).toMatchObject({ revision: 0 })
  })

  test('keeps the other shows of a worker when one is deleted', async () => {
    const demo = await makeLiveShow(bench.database.db, 20)
    const show = await makeLiveShow(bench.database.db, 20)
    bench.startWorker('one')
    await bench.waitForBoard(demo.id, 0)
    await bench.database.db.transaction().execute((trx) => deleteShow(trx, demo.id))
    await bench.waitForBoard(show.id, await bench.enter(show, firstSong(show)))
    expect(await findNewestLiveBoard(bench.database.db, demo.id)).toBeNull()
  })
})
