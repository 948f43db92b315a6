import type { BenchStores } from '@called-it/infra/bench/bench-stores'
import type { BenchOptions } from '@called-it/infra/bench/options'
import type { Report } from '@called-it/infra/bench/report'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-count'
import type { SimulatedShow } from '../simulation/simulate.ts'
import { type MeasuredRun, startBenchWorker } from './bench-worker.ts'

const KINDS = ['few', 'scored', 'scored again', 'reset'] as const
type Kind = (typeof KINDS)[number]

/**
 * Lets a worker process score both shows, score the large one again after a song has left its setlist, and
 * reset it, once a round.
 */
export async function measureRuns(
  stores: BenchStores,
  { show, few }: { show: SimulatedShow; few: SimulatedShow },
  { rounds }: Pick<BenchOptions, 'rounds'>,
): Promise<{ tell: (report: Report) => void }> {
  const measured: Record<Kind, MeasuredRun[]> = { few: [], scored: [], 'scored again': [], reset: [] }
  const worker = await startBenchWorker(stores)
  let isRight = true
  try {
    const score = ({ id }: SimulatedShow) => worker.run('score-show', { showId: id, fetchSetlist: false })
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}: runs of a worker process\n`)
      measured.few.push(await score(few))
      measured.scored.push(await score(show))
      await moveLastSong(stores, show)
      measured['scored again'].push(await score(show))
      isRight &&= (await verifyStandings(stores.db)).length === 0
      measured.reset.push(await worker.run('reset-scores', { showId: show.id }))
      await stores.pool.query('VACUUM ANALYZE standings')
    }
  } finally {
    await worker.stop()
  }
  const of = (kind: Kind, figure: keyof MeasuredRun) => measured[kind].map((run) => run[figure])
  return {
    tell(report) {
      for (const kind of KINDS) report.figure(`run: ${kind}`, 's', of(kind, 'seconds'))
      report.figure('run: scored, CPU of the worker', 's', of('scored', 'cpuSeconds'))
      report.figure('worker, idle', 'MB', of('few', 'idleMb').slice(0, 1))
      report.figure('worker, peak: few', 'MB', of('few', 'peakMb').slice(0, 1))
      report.figure(
        'worker, peak: scored',
        'MB',
        [...of('scored', 'peakMb'), ...of('scored again', 'peakMb')],
        'G7-memory',
      )
      report.check('the boards are as a fresh count has them', isRight)
    },
  }
}

/** Corrects the setlist: its last song was another one. */
async function moveLastSong({ pool }: BenchStores, { id, catalogue }: SimulatedShow): Promise<void> {
  await pool.query(
    `UPDATE performances SET song_id = CASE song_id WHEN $2::integer THEN $3 ELSE $2 END
     FROM shows WHERE shows.id = $1 AND revision_id = shows.setlist_revision_id
       AND set_name = 'encore' AND position = 2`,
    [id, catalogue.at(-1), catalogue.at(-2)],
  )
}
