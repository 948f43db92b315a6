/**
 * What more workers bring when several shows are scored at once: `npm run bench:workers`. Scoring goes side by side; the
 * last step of each run, the standings, goes one by one.
 */
import { type BenchStores, withBenchStores } from '@called-it/infra/bench/bench-stores'
import { contender, takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import { type SimulatedShow, simulate } from '../simulation/simulate.ts'
import { startBenchWorker } from './bench-worker.ts'

const WORKERS = [1, 2, 4]

const options = readBenchOptions({
  predictions: { full: 100_000, small: 10_000, help: 'predictions of each show' },
  shows: { full: 4, small: 4, help: 'shows that are scored at once' },
})

await withBenchStores(async (stores) => {
  process.stderr.write('making shows\n')
  const shows = await simulate(stores, { fans: options.size('predictions'), shows: options.size('shows') })
  await stores.pool.query('VACUUM ANALYZE')
  const ways = WORKERS.map((count) =>
    contender(`workers: ${count}`, async () => ({ seconds: await scoreAll(stores, shows, count) })),
  )
  await takeTurns(ways, options)
  const report = openReport('workers', options, stores.versions)
  for (const { name, series } of ways) report.figure(`${name}: all shows scored`, 's', series('seconds'))
  report.check('the boards are as a fresh count has them', (await verifyStandings(stores.db)).length === 0)
  report.finish()
})

/** Seconds from the orders until the last show is scored; nothing is scored before. */
async function scoreAll(
  stores: BenchStores,
  shows: readonly SimulatedShow[],
  count: number,
): Promise<number> {
  const workers = await Promise.all(Array.from({ length: count }, () => startBenchWorker(stores)))
  try {
    await workers[0]?.run('reset-scores', { showId: null })
    await stores.pool.query('CHECKPOINT')
    const begunAt = performance.now()
    await Promise.all(
      shows.map(({ id }, index) =>
        workers[index % count]?.run('score-show', { showId: id, fetchSetlist: false }),
      ),
    )
    return (performance.now() - begunAt) / 1000
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}
