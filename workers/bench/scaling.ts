/**
 * What an installation costs as it grows: `npm run bench:scaling -- --help`.
 *
 * One database is filled to ten thousand fans, a hundred thousand and a million. At each step every fan predicts a
 * show, a worker process scores it, and boards are read and checked; tables and indexes are weighed. The figures
 * are what docs/scaling.md shows; `draw-scaling.ts` draws its curves from the JSON.
 */
import { type BenchStores, withBenchStores } from '@called-it/infra/bench/bench-stores'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport, type Report } from '@called-it/infra/bench/report'
import { quantileOf } from '@called-it/infra/bench/spread'
import { findStanding, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { simulate } from '../simulation/simulate.ts'
import { type BenchWorker, startBenchWorker } from './bench-worker.ts'

const options = readBenchOptions(
  { most: { full: 1_000_000, small: 10_000, help: 'fans of the last step' } },
  { rounds: 1 },
)

const STEPS = [10_000, 100_000, 1_000_000]
const PAGE = 50
const READS = 21
const RANKS = 201

/** Tables that grow with the game, and what a row of each stands for. */
const TABLES = {
  users: 'fan',
  predictions: 'prediction',
  scores: 'score',
  standings: 'player of a board',
} as const

await withBenchStores(async (stores) => {
  const report = openReport('scaling', { ...options, rounds: 1 }, stores.versions)
  const worker = await startBenchWorker(stores)
  try {
    for (const fans of STEPS.filter((step) => step <= options.size('most'))) {
      await measureStep(stores, worker, { fans, report })
    }
  } finally {
    await worker.stop()
  }
  report.finish()
})

async function measureStep(
  stores: BenchStores,
  worker: BenchWorker,
  { fans, report }: { fans: number; report: Report },
): Promise<void> {
  const { db, pool } = stores
  const begunAt = performance.now()
  const [show] = await simulate(stores, { fans, shows: 1 }, (doing) =>
    process.stderr.write(`${fans}: making ${doing}\n`),
  )
  if (!show) throw new Error('no show was made')
  const figure = (name: string, unit: string, value: number) =>
    report.figure(`${fans}: ${name}`, unit, [value])
  figure('filled', 's', secondsSince(begunAt))
  await pool.query('VACUUM ANALYZE')

  process.stderr.write(`${fans}: scoring\n`)
  const run = await worker.run('score-show', { showId: show.id, fetchSetlist: false })
  figure('show scored', 's', run.seconds)
  figure('worker, CPU', 's', run.cpuSeconds)
  figure('worker, peak memory', 'MB', run.peakMb)
  await pool.query('VACUUM ANALYZE')

  process.stderr.write(`${fans}: reading\n`)
  const { rows: players } = await pool.query<{ user_id: number }>(
    'SELECT user_id FROM standings WHERE board = $1 ORDER BY hashint4(user_id) LIMIT $2',
    [GLOBAL_BOARD, RANKS],
  )
  figure(
    'first page of the board, p50',
    'ms',
    await medianMs(READS, () => listBoard(db, GLOBAL_BOARD, { limit: PAGE })),
  )
  figure(
    'rank of a player, p50',
    'ms',
    await medianMs(RANKS, (index) => findStanding(db, GLOBAL_BOARD, players[index]?.user_id ?? 0)),
  )
  const verifiedAt = performance.now()
  const differences = await verifyStandings(db)
  figure('standings verify', 's', secondsSince(verifiedAt))
  report.check(`${fans}: the boards are as a fresh count has them`, differences.length === 0)
  for (const [table, row] of Object.entries(TABLES)) {
    const { rows } = await pool.query<{ data: number; indexes: number }>(
      `SELECT (pg_table_size($1::regclass) / greatest(count(*), 1))::float8 AS data,
         (pg_indexes_size($1::regclass) / greatest(count(*), 1))::float8 AS indexes FROM ${table}`,
      [table],
    )
    figure(`${table}, a ${row}`, 'bytes', rows[0]?.data ?? 0)
    figure(`${table}, indexes of a ${row}`, 'bytes', rows[0]?.indexes ?? 0)
  }
}

async function medianMs(count: number, read: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const begunAt = performance.now()
    await read(index)
    times.push(performance.now() - begunAt)
  }
  return quantileOf(times, 0.5)
}

function secondsSince(begunAt: number): number {
  return (performance.now() - begunAt) / 1000
}
