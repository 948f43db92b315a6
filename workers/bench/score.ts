/**
 * How quickly predictions are read, scored and stored: `npm run bench:score -- --help`.
 *
 * First scoring alone, in memory; then three ways in turn on one Postgres: COPY of rows that are finished
 * already (the limit), an UPDATE that computes nothing (the obvious way), and what the scoring job does; then
 * whole runs of a worker process: a show is scored, scored again after its setlist was corrected, and reset.
 */
import { withBenchStores } from '@called-it/infra/bench/bench-stores'
import { takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { copyContender, oursContender, updateContender } from '@called-it/infra/bench/score-contenders'
import { simulate } from '../simulation/simulate.ts'
import { checkSumByPureFunction, checkSumOfScores } from './score-check.ts'
import { inMemoryContenders } from './score-in-memory.ts'
import { measureRuns } from './score-runs.ts'

const options = readBenchOptions({
  // The goals are stated for a million: at a tenth of that what a transaction costs by itself weighs as much as the rows.
  predictions: { full: 1_000_000, small: 1_000_000, help: 'predictions of the show that is scored' },
  few: { full: 10_000, small: 10_000, help: 'predictions of a second show, to compare memory with' },
})

await withBenchStores(async (stores) => {
  const { pool } = stores
  const say = (doing: string) => process.stderr.write(`making ${doing}\n`)
  const [few] = await simulate(stores, { fans: options.size('few'), shows: 1 }, say)
  const [show] = await simulate(stores, { fans: options.size('predictions'), shows: 1 }, say)
  if (!few || !show) throw new Error('no show was made')
  await pool.query('VACUUM ANALYZE')

  const inMemory = inMemoryContenders(show)
  await takeTurns(Object.values(inMemory), { ...options, warmUp: true })

  const { ours, lastSet } = oursContender(stores, show)
  const update = await updateContender(pool, show)
  const copy = await copyContender(pool, lastSet)
  await ours.warmUp()
  await takeTurns([ours, copy, update], options)
  const expected = await checkSumByPureFunction(pool, show)
  const stored = await checkSumOfScores(pool, lastSet())
  // What the turns left is not the runs' to carry.
  await pool.query('DROP TABLE finished_scores, scored_predictions')
  await pool.query('TRUNCATE scores')
  const runs = await measureRuns(stores, { show, few }, options)

  const report = openReport('score', options, stores.versions)
  for (const { name, series } of Object.values(inMemory)) {
    report.figure(name, 'predictions / CPU s', series('perSecond'))
  }
  report.ratio(
    'in memory: tables ÷ bytes',
    inMemory.ours.series('perSecond'),
    inMemory.limit.series('perSecond'),
  )
  report.ratio(
    'in memory: tables ÷ pure function',
    inMemory.ours.series('perSecond'),
    inMemory.obvious.series('perSecond'),
  )
  for (const { name, series } of [copy, update, ours]) report.figure(name, 'rows/s', series('rowsPerSecond'))
  report.ratio('ours ÷ COPY', ours.series('rowsPerSecond'), copy.series('rowsPerSecond'), 'G6')
  report.ratio('ours ÷ UPDATE', ours.series('rowsPerSecond'), update.series('rowsPerSecond'), 'G7')
  runs.tell(report)
  report.check(
    'the tables and the pure function come to the same points',
    new Set([...inMemory.ours.series('checkSum'), ...inMemory.obvious.series('checkSum')]).size === 1,
  )
  report.check(
    `every score of ${expected.rows}, ${expected.repeats} with a song picked twice, is the pure function's`,
    stored.rows === expected.rows && stored.sum === expected.sum && expected.repeats > 0,
  )
  report.finish()
})
