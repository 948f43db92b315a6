/**
 * The live board of a show with its row in Postgres: after a song, and on another worker after its own is killed:
 * `npm run bench:live`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { noPublisher } from '@called-it/infra/live/publisher'
import { findNewestLiveBoard, readOrderedBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { claimLiveShows } from '@called-it/infra/postgres/queries/live/live-claims'
import { readLiveShows } from '@called-it/infra/postgres/queries/live/live-shows'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { ShowBoard } from '@called-it/workers/live/show-board'
import { makeSetlist } from '../support/factories/catalogue.ts'
import { playedSetlist } from '../support/game-factories.ts'
import { totalsByBulkScorer } from '../support/live-reference.ts'
import { type SimulatedShow, simulate } from '../support/simulation/simulate.ts'
import { readOptions } from './options.ts'
import { memoryMbOf } from './process-usage.ts'
import { openReport, type Report } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { quantileOf } from './stats.ts'
import { type Program, type System, withSystem } from './system.ts'

const options = readOptions({
  predictions: { full: 1_000_000, small: 100_000, help: 'predictions of the show' },
})
const SHOWS = 2_000
const POLL_MS = 5

await withSystem(async (system) => {
  const [show] = await simulate(system, { fans: options.size('predictions'), shows: 1 }, progress)
  if (!show) throw new Error('no show was generated')
  await addPastShows(system)
  await system.pool.query('VACUUM ANALYZE')

  const board = candidate('the row of a song', () => measureNight(system, show))
  const claims = candidate('claims', async () => ({
    claimMs: await timeOf(() => claimLiveShows(system.db, 'bench')),
  }))
  await takeTurns([board, claims], { ...options, warmUp: true })
  const report = openReport('live', options, system.versions)
  report.metric('loaded, and its first row stored', 'ms', board.series('loadedMs'))
  report.metric('a song: board, tour and row stored', 'ms', board.series('songMs'))
  report.metric('the slowest song', 'ms', board.series('slowestSongMs'))
  report.metric(`claims, ${SHOWS} shows`, 'ms', claims.series('claimMs'))
  await checkRow(system, show, report)
  await system.pool.query('DELETE FROM live_claims')
  await measureTakeovers(system, show, report)
  report.finish()
})

/** With the songs of set 1, one after the other, which nobody has computed yet. */
async function measureNight(system: System, { id, setlist }: SimulatedShow) {
  await system.pool.query('DELETE FROM live_boards')
  const board = new ShowBoard({ postgres: system, publisher: noPublisher }, new AbortController().signal)
  const update = async () => {
    const [state] = await readLiveShows(system.db, [id])
    if (!state) throw new Error('the show is gone')
    return timeOf(() => board.update(state, NO_MERGES))
  }
  await enter(system, id, playedSetlist({}))
  const loadedMs = await update()
  const songs: number[] = []
  for (const count of setlist.set1.keys()) {
    await enter(system, id, playedSetlist({ set1: setlist.set1.slice(0, count + 1) }))
    songs.push(await update())
  }
  return { loadedMs, songMs: quantileOf(songs, 0.5), slowestSongMs: quantileOf(songs, 1) }
}

async function checkRow({ db, pool }: System, { id, setlist }: SimulatedShow, report: Report): Promise<void> {
  const stored = await findNewestLiveBoard(db, id)
  const ordered = await readOrderedBoard(db, id)
  if (!stored || !ordered) throw new Error('no board is stored')
  const { rows } = await pool.query<{ picks: Buffer }>('SELECT picks FROM predictions WHERE show_id = $1', [
    id,
  ])
  const totals = totalsByBulkScorer(
    Buffer.concat(rows.map(({ picks }) => picks)),
    playedSetlist({ set1: setlist.set1 }),
    'set1',
  )
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((points, total) => points + total, 0)
  report.check('the stored totals are those of the bulk scorer', sum(ordered.totals) === sum(totals))
  report.metric('row: order of all players', 'B', [ordered.userIds.byteLength])
  report.metric('row: histogram', 'B', [stored.histogram.length])
  report.metric("row: the tour's histogram", 'B', [stored.tour?.histogram.length ?? 0])
  report.metric('row: top', 'B', [JSON.stringify(stored.top).length])
  report.metric('row: songs', 'B', [JSON.stringify(stored.songs).length])
}

/** A song is entered when the worker that has the show is killed. */
async function measureTakeovers(
  system: System,
  { id, setlist }: SimulatedShow,
  report: Report,
): Promise<void> {
  const seconds: number[] = []
  const peaks: number[] = []
  let holder = await system.startWorker()
  const { now: idleMb } = memoryMbOf(holder.pid)
  await waitForRow(system, id, await enter(system, id, setlist))
  for (let round = 1; round <= options.rounds; round++) {
    progress(`round ${round} of ${options.rounds}: the worker is killed`)
    const next: Program = await system.startWorker()
    peaks.push(memoryMbOf(holder.pid).peak)
    const killedAt = performance.now()
    await holder.stop()
    await waitForRow(
      system,
      id,
      await enter(system, id, playedSetlist({ set1: setlist.set1.slice(0, round) })),
    )
    seconds.push((performance.now() - killedAt) / 1_000)
    holder = next
  }
  report.metric('from the kill of a worker to the row of another', 's', seconds, takeoverGoal())
  report.metric('worker, idle', 'MB', [idleMb])
  report.metric('worker with the board, peak', 'MB', peaks)
}

function takeoverGoal() {
  return options.size('predictions') === 100_000 ? 'L3' : undefined
}

/** Returns the number of the revision. */
async function enter({ db }: System, showId: number, actual: ActualSetlist): Promise<number> {
  return (await makeSetlist(db, showId, actual, { open_set: 'set1' })).number
}

async function waitForRow({ db }: System, showId: number, revision: number): Promise<void> {
  while ((await findNewestLiveBoard(db, showId))?.revision !== revision) await wait(POLL_MS)
}

async function addPastShows({ pool }: System): Promise<void> {
  await pool.query(
    `INSERT INTO shows (source, source_id, showdate, venue)
     SELECT 'past', number, current_date - 10 - number, 'Past Hall' FROM generate_series(1, $1::integer) AS number`,
    [SHOWS],
  )
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
