/** How soon after the lock the root of all picks is stored, and what a proof takes: `npm run bench:proofs`. */
import { setTimeout as wait } from 'node:timers/promises'
import { findLeaves, proveOwnPicks } from '@called-it/gateway/features/pick-proofs/service'
import { proofTree, verifyProof } from '@called-it/infra/pick-proofs/pick-proofs'
import { simulate } from '../support/simulation/simulate.ts'
import { readOptions } from './options.ts'
import { cpuSecondsOf, memoryMbOf, resetPeakMemory } from './process-usage.ts'
import { openReport } from './report.ts'
import { progress } from './runner.ts'
import { medianMs, secondsOf } from './stats.ts'
import { type System, withSystem } from './system.ts'

const options = readOptions({
  predictions: { full: 100_000, small: 100_000, help: 'predictions of the show that is locked' },
})
const POLL_MS = 20
const PROOFS = 100

await withSystem(async (system) => {
  const { db, pool } = system
  const [show] = await simulate(system, { fans: options.size('predictions'), shows: 1 }, progress)
  if (!show) throw new Error('no show was generated')
  await pool.query('DELETE FROM performances')
  await pool.query('VACUUM ANALYZE')
  const worker = await system.startWorker()
  const [seconds, cpuSeconds, peakMb]: [number[], number[], number[]] = [[], [], []]
  for (let round = 1; round <= options.rounds; round++) {
    progress(`round ${round} of ${options.rounds}`)
    await openPicks(system)
    resetPeakMemory(worker.pid)
    const cpuBefore = cpuSecondsOf(worker.pid)
    seconds.push(await secondsOf(() => lock(system, show.id)))
    cpuSeconds.push(cpuSecondsOf(worker.pid) - cpuBefore)
    peakMb.push(memoryMbOf(worker.pid).peak)
  }
  await worker.stop()

  const { rows: players } = await pool.query<{ id: number }>(
    'SELECT user_id AS id FROM pick_commitments ORDER BY random() LIMIT $1',
    [PROOFS],
  )
  let isProved = true
  const proofMs = await medianMs(players.length, async (place) => {
    isProved &&= verifyProof(await proveOwnPicks(db, show.id, players[place]?.id ?? 0))
  })
  const { rows: roots } = await pool.query<{ root: Buffer }>('SELECT root FROM pick_locks')

  const report = openReport('proofs', options, system.versions)
  report.metric('lock to root', 's', seconds, 'N2')
  report.metric('the same, CPU of the worker', 's', cpuSeconds)
  report.metric('worker, peak', 'MB', peakMb)
  report.metric('proof of a player, p50', 'ms', [proofMs])
  report.check(`${PROOFS} proofs verify`, isProved)
  report.check(
    'the leaves have the stored root',
    (await recount(system, show.id)).equals(roots[0]?.root ?? Buffer.of()),
  )
  report.finish()
})

async function openPicks({ pool }: System): Promise<void> {
  await pool.query('DELETE FROM pick_locks')
  await pool.query('TRUNCATE pick_commitments')
  await pool.query(`UPDATE shows SET picks_closed = false, locks_at = now() + interval '1 day'`)
}

/** Resolves when the root is stored. */
async function lock({ pool }: System, showId: number): Promise<void> {
  await pool.query('UPDATE shows SET locks_at = clock_timestamp() WHERE id = $1', [showId])
  while ((await pool.query('SELECT FROM pick_locks')).rows.length === 0) await wait(POLL_MS)
}

/** As from a download. */
async function recount({ db }: System, showId: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const lines of (await findLeaves(db, showId)).lines) {
    parts.push(Buffer.from(Buffer.from(lines).toString().replaceAll('\n', ''), 'hex'))
  }
  return Buffer.from(proofTree.rootOf(Buffer.concat(parts)))
}
