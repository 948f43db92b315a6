/** Cost of a growing installation: `npm run bench:scaling`. At the end shows are scored by one, two and four workers. */
import { findStanding, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { simulate } from '../support/simulation/simulate.ts'
import { measureRun } from './measured-runs.ts'
import { readOptions } from './options.ts'
import { openReport, type Report } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { medianMs, secondsOf } from './stats.ts'
import { type Program, type System, withSystem } from './system.ts'

const options = readOptions({
  users: { full: 1_000_000, small: 10_000, help: 'users of the last step' },
  predictions: { full: 100_000, small: 10_000, help: 'predictions of each show that is scored at once' },
})

const STEPS = [10_000, 100_000, 1_000_000]
const SHOWS_AT_ONCE = 4
const WORKERS = [1, 2, 4]
const PAGE = 50
const PAGE_READS = 21
const RANK_READS = 201

const report = await withSystem(async (system) => {
  const report = openReport('scaling', options, system.versions)
  const worker = await system.startWorker()
  for (const users of STEPS.filter((step) => step <= options.size('users'))) {
    await measureStep(system, worker, { users, report })
  }
  return report
})
await withSystem((system) => measureWorkers(system, report))
report.finish()

async function measureStep(
  system: System,
  worker: Program,
  { users, report }: { users: number; report: Report },
): Promise<void> {
  const { db, pool } = system
  const metric = (name: string, unit: string, value: number) =>
    report.metric(`${users}: ${name}`, unit, [value])
  const startedAt = performance.now()
  const [show] = await simulate(system, { fans: users, shows: 1 }, progress)
  if (!show) throw new Error('no show was generated')
  metric('filled', 's', (performance.now() - startedAt) / 1_000)
  await pool.query('VACUUM ANALYZE')

  progress(`${users}: scoring`)
  const run = await measureRun(system, worker, 'score-show', { showId: show.id, fetchSetlist: false })
  metric('show scored', 's', run.seconds)
  metric('worker, CPU', 's', run.cpuSeconds)
  metric('worker, peak memory', 'MB', run.peakMb)
  await pool.query('VACUUM ANALYZE')

  progress(`${users}: reading`)
  const { rows: players } = await pool.query<{ user_id: number }>(
    'SELECT user_id FROM standings WHERE board = $1 ORDER BY hashint4(user_id) LIMIT $2',
    [GLOBAL_BOARD, RANK_READS],
  )
  const readPage = () => listBoard(db, GLOBAL_BOARD, { limit: PAGE })
  const readRank = (index: number) => findStanding(db, GLOBAL_BOARD, players[index]?.user_id ?? 0)
  metric('first page of the board, p50', 'ms', await medianMs(PAGE_READS, readPage))
  metric('rank of a player, p50', 'ms', await medianMs(RANK_READS, readRank))
  const verify = async () =>
    report.check(`${users}: boards equal a fresh count`, await areBoardsRight(system))
  metric('standings verify', 's', await secondsOf(verify))
}

async function measureWorkers(system: System, report: Report): Promise<void> {
  const shows = await simulate(system, { fans: options.size('predictions'), shows: SHOWS_AT_ONCE }, progress)
  await system.pool.query('VACUUM ANALYZE')
  const candidates = WORKERS.map((count) =>
    candidate(`${SHOWS_AT_ONCE} shows at once, workers: ${count}`, async () => {
      const workers = await Promise.all(Array.from({ length: count }, () => system.startWorker()))
      const [first] = workers
      if (!first) throw new Error('there is no worker')
      await measureRun(system, first, 'reset-scores', { showId: null })
      await system.pool.query('CHECKPOINT')
      const seconds = await secondsOf(() =>
        Promise.all(
          shows.map(({ id }) => measureRun(system, first, 'score-show', { showId: id, fetchSetlist: false })),
        ),
      )
      await Promise.all(workers.map((worker) => worker.stop('SIGTERM')))
      return { seconds }
    }),
  )
  await takeTurns(candidates, options)
  for (const { name, series } of candidates) report.metric(name, 's', series('seconds'))
  report.check('boards equal a fresh count after shows at once', await areBoardsRight(system))
}

async function areBoardsRight({ db }: System): Promise<boolean> {
  return (await verifyStandings(db)).length === 0
}
