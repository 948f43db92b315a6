/** A worker that is killed in the middle of scoring, once and three times, or while it hands jobs over; or is asked to end. */

import { createTestDatabase } from '@called-it/infra/postgres/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShow, makePredictedShows, sumOfScores } from '../support/predicted-show.ts'
import { countFilledSets, orderScoring, readRun } from '../support/scoring-runs.ts'
import { type System, startSystem } from '../support/start-system.ts'

const PREDICTIONS = 5_000
/** The fan, counted from the first, at whose score the worker is met: some chunks are stored by then. */
const MET_AT = 3_000

let system: System
beforeAll(async () => {
  system = await startSystem({ database: await createTestDatabase(), workers: 0 })
}, LIMIT.timeout)
afterAll(() => system.stop(), LIMIT.timeout)

// F1, guarded by the age at which a silent worker's run is anybody's (`queries/work/run-claims.ts`): without it the run stays at work
// for ever. F2, guarded three times: BullMQ lets a job lose its worker 20 times (`infra/queues/worker.ts`), the relay of a worker
// that starts hands over anew (`queue-loss.ts`), and a lease ends (`queries/work/outbox.ts`). Without all of them nobody
// takes the run after the second kill.
test.each(isLongRun ? [1, 3] : [1])(
  'a run whose worker is killed in its middle is done by another, after %i kills',
  LIMIT,
  async (kills) => {
    const { db } = system.database
    const show = await makePredictedShow(db, PREDICTIONS)
    const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${MET_AT}`)
    const page = await system.gateways[0]?.openPage()
    const runId = await orderScoring(db, show.id)
    for (let killed = 0; killed < kills; killed += 1) {
      const worker = await system.startWorkers()
      await expect.poll(async () => (await readRun(db, runId)).claim, PATIENCE).toBe(killed + 1)
      await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
      await worker.kill()
    }
    await barrier.open()
    const last = await system.startWorkers()
    await expectConsistent(system, { pages: page ? [page] : [] })
    expect(await readRun(db, runId)).toMatchObject({
      claim: kills + 1,
      result: { processed: PREDICTIONS, errors: 0 },
    })
    expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
    // Each claim fills a set of its own. One whose worker had sent its last row may be whole, and is swept.
    expect(await countFilledSets(db, show.id)).toBeLessThanOrEqual(kills + 1)
    await last.kill()
  },
)

// F8, guarded twice: a job has the same id each time that it is handed over (`infra/queues/queues.ts`), and a claim demands a run
// that nobody is at (`queries/work/run-claims.ts`).
test.runIf(isLongRun)(
  'jobs whose relay is killed before it has noted that it handed them over are carried out once',
  LIMIT,
  async () => {
    const { db } = system.database
    const shows = await makePredictedShows(db, 3, 500)
    const barrier = await closeBarrier(system.database, 'UPDATE ON outbox', 'NEW.attempt > OLD.attempt')
    const runIds = await Promise.all(shows.map(({ id }) => orderScoring(db, id)))
    const dying = await system.startWorkers()
    await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
    await dying.kill()
    await barrier.open()
    const other = await system.startWorkers()
    await expectConsistent(system)
    for (const runId of runIds) expect(await readRun(db, runId)).toMatchObject({ state: 'done' })
    for (const { id } of shows) expect(await countFilledSets(db, id)).toBe(1)
    await other.kill()
  },
)

// F2, guarded by a worker's end, which breaks off what it is at (`workers/app.ts`): without it the run stays with a worker that
// has gone, and the program ends with an error.
test.runIf(isLongRun)('a worker that is asked to end leaves its run to another', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${MET_AT}`)
  const runId = await orderScoring(db, show.id)
  const ending = await system.startWorkers()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  expect(await ending.end()).toEqual({ code: 0, signal: null })
  expect(await readRun(db, runId)).toMatchObject({ state: 'queued' })
  await barrier.open()
  await system.startWorkers()
  await expectConsistent(system)
})
