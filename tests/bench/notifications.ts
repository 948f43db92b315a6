/** What notifications add to scoring a show again, when nearly all points change: `npm run bench:notifications`. */
import { setTimeout as wait } from 'node:timers/promises'
import { listAnnouncedResults } from '@called-it/infra/postgres/queries/notifications/results'
import { makeSetlist } from '../support/factories/catalogue.ts'
import { type SimulatedShow, simulate } from '../support/simulation/simulate.ts'
import { measureRun } from './measured-runs.ts'
import { readOptions } from './options.ts'
import { memoryMbOf } from './process-usage.ts'
import { openReport } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { withSystem } from './system.ts'

const options = readOptions({
  predictions: { full: 100_000, small: 100_000, help: 'predictions of the show that is scored' },
})

const POLL_MS = 20

await withSystem(async (system) => {
  const { db, pool } = system
  const [show] = await simulate(system, { fans: options.size('predictions'), shows: 1 }, progress)
  if (!show) throw new Error('no show was generated')
  const showId = show.id
  // Of a show of tonight a worker would keep the live board in memory.
  await pool.query('UPDATE shows SET showdate = showdate - 3')
  await pool.query('VACUUM ANALYZE')
  const worker = await system.startWorker()
  const correct = correctionsOf(show)

  /** Until the notifications exist, where scoring announces something. */
  async function scoreAgain({ isTold }: { isTold: boolean }) {
    const { id: revisionId } = await makeSetlist(db, showId, correct())
    if (isTold) await insertSentResult(revisionId)
    const startedAt = performance.now()
    const run = await measureRun(system, worker, 'score-show', { showId, fetchSetlist: false })
    const endedAt = performance.now()
    while ((await listAnnouncedResults(db, showId)).some(({ sentAt }) => sentAt === null)) await wait(POLL_MS)
    const job = (performance.now() - endedAt) / 1_000
    const all = (performance.now() - startedAt) / 1_000
    await pool.query('VACUUM ANALYZE standings, notifications')
    return { run: run.seconds, job, all, peak: memoryMbOf(worker.pid).peak }
  }

  /** As if fans had been told that already. */
  async function insertSentResult(revisionId: number): Promise<void> {
    await pool.query(
      `INSERT INTO announcements (kind, show_id, payload, revision_id, merged, sent_at)
       VALUES ('score-corrected', $1, '{}', $2, '[]', now())`,
      [showId, revisionId],
    )
  }

  const without = candidate('scored again', () => scoreAgain({ isTold: true }))
  const having = candidate('scored again, with notifications', () => scoreAgain({ isTold: false }))
  const first = await scoreAgain({ isTold: false })
  await takeTurns([without, having], { ...options, warmUp: true })

  const report = openReport('notifications', options, system.versions)
  report.metric('job after the first scoring', 's', [first.job])
  report.metric('run without', 's', without.series('run'))
  report.metric('run with', 's', having.series('run'))
  report.ratio('run with ÷ without', having.series('run'), without.series('run'), 'N1')
  report.metric('job after a correction', 's', having.series('job'))
  report.metric('request until the notifications exist', 's', having.series('all'))
  report.metric('notifications of a correction', '', [await countLast()])
  report.metric('worker, peak', 'MB', having.series('peak'))
  report.finish()

  async function countLast(): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(`
      SELECT count(*)::integer FROM notifications
      WHERE announcement_id = (SELECT max(announcement_id) FROM notifications)`)
    return rows[0]?.count ?? 0
  }
})

/** The first two sets change places, again and again. */
function correctionsOf({ setlist }: SimulatedShow) {
  let isSwapped = true
  return () => {
    isSwapped = !isSwapped
    return isSwapped ? { ...setlist, set1: setlist.set2, set2: setlist.set1 } : setlist
  }
}
