/** How quickly predictions are read, scored and stored: `npm run bench:score`; then whole runs of a worker process. */
import { setTimeout as wait } from 'node:timers/promises'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { type SimulatedShow, simulate } from '../support/simulation/simulate.ts'
import { measureRun, type RunCost } from './measured-runs.ts'
import { readOptions } from './options.ts'
import { openReport, type Report } from './report.ts'
import { progress, takeTurns } from './runner.ts'
import { copyCandidate, oursCandidate, updateCandidate } from './score-candidates.ts'
import { checkSumByPureFunction, checkSumOfScores } from './score-check-sum.ts'
import { type System, withSystem } from './system.ts'

const POLL_MS = 200

const options = readOptions({
  // The goals are about a million: at a tenth of that the fixed cost of a transaction weighs as much as the rows.
  predictions: { full: 1_000_000, small: 1_000_000, help: 'predictions of the show that is scored' },
})

await withSystem(async (system) => {
  const { pool } = system
  const [show] = await simulate(system, { fans: options.size('predictions'), shows: 1 }, progress)
  if (!show) throw new Error('no show was generated')
  // Of a show of tonight a worker would keep the live board in memory.
  await pool.query('UPDATE shows SET showdate = showdate - 3')
  await pool.query('VACUUM ANALYZE')

  const { ours, lastSet } = oursCandidate(system, show)
  const update = await updateCandidate(pool, show)
  const copy = await copyCandidate(pool, lastSet)
  await ours.warmUp()
  await takeTurns([ours, copy, update], options)
  const expected = await checkSumByPureFunction(pool, show)
  const stored = await checkSumOfScores(pool, lastSet())
  // The runs must not pay for what the turns left.
  await pool.query('DROP TABLE finished_scores, scored_predictions')
  await pool.query('TRUNCATE scores')

  const report = openReport('score', options, system.versions)
  for (const { name, series } of [copy, update, ours]) report.metric(name, 'rows/s', series('rowsPerSecond'))
  report.ratio('ours ÷ COPY', ours.series('rowsPerSecond'), copy.series('rowsPerSecond'), 'G6')
  report.ratio('ours ÷ UPDATE', ours.series('rowsPerSecond'), update.series('rowsPerSecond'), 'G7')
  await measureRuns(system, show, report)
  report.check(
    `every score of ${expected.rows}, ${expected.repeats} with a song picked twice, is the pure function's`,
    stored.rows === expected.rows && stored.sum === expected.sum && expected.repeats > 0,
  )
  report.finish()
})

/** Once a round, the show is scored, scored again after a song has left its setlist, and reset. */
async function measureRuns(system: System, show: SimulatedShow, report: Report): Promise<void> {
  const runs: Record<'scored' | 'again' | 'reset', RunCost[]> = { scored: [], again: [], reset: [] }
  const score = () => measureAlone(system, 'score-show', { showId: show.id, fetchSetlist: false })
  let isConsistent = true
  for (let round = 1; round <= options.rounds; round++) {
    progress(`round ${round} of ${options.rounds}: runs of a worker process`)
    runs.scored.push(await score())
    await replaceLastSong(system, show)
    runs.again.push(await score())
    isConsistent &&= (await verifyStandings(system.db)).length === 0
    runs.reset.push(await measureAlone(system, 'reset-scores', { showId: show.id }))
    await system.pool.query('VACUUM ANALYZE standings')
  }
  const of = (kind: keyof typeof runs, metric: keyof RunCost) => runs[kind].map((run) => run[metric])
  report.metric('run: scored', 's', of('scored', 'seconds'))
  report.metric('run: scored again', 's', of('again', 'seconds'))
  report.metric('run: reset', 's', of('reset', 'seconds'))
  report.metric('run: scored, CPU of the worker', 's', of('scored', 'cpuSeconds'))
  report.metric('worker, idle', 'MB', of('scored', 'idleMb').slice(0, 1))
  report.metric('worker, peak', 'MB', [...of('scored', 'peakMb'), ...of('again', 'peakMb')], 'G7-memory')
  report.check('the boards equal a fresh count', isConsistent)
}

/** Of a worker that has nothing else to do: picks are committed at the lock, and what follows a run is not the run. */
async function measureAlone<K extends RunKind>(
  system: System,
  kind: K,
  order: RunInput<K>,
): Promise<RunCost> {
  const worker = await system.startWorker()
  while ((await countOpenJobs(system)) > 0) await wait(POLL_MS)
  const cost = await measureRun(system, worker, kind, order)
  await worker.stop()
  await system.pool.query('DELETE FROM outbox')
  return cost
}

async function countOpenJobs({ pool }: System): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::integer FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND next_at < now() + interval '1 minute'",
  )
  return rows[0]?.count ?? 0
}

/** Corrects the setlist: its last song was another one. */
async function replaceLastSong({ pool }: System, { id, catalogue }: SimulatedShow): Promise<void> {
  await pool.query(
    `UPDATE performances SET song_id = CASE song_id WHEN $2::integer THEN $3 ELSE $2 END
     FROM shows WHERE shows.id = $1 AND revision_id = shows.setlist_revision_id
       AND set_name = 'encore' AND position = 2`,
    [id, catalogue.at(-1), catalogue.at(-2)],
  )
}
