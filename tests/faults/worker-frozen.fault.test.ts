/** A worker that stands still for so long that it counts as dead, and then goes on. */

import { createTestDatabase } from '@called-it/infra/postgres/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShow, sumOfScores } from '../support/predicted-show.ts'
import { countFilledSets, orderScoring, readRun } from '../support/scoring-runs.ts'
import { type System, startSystem } from '../support/start-system.ts'

const PREDICTIONS = 20_000

let system: System
beforeAll(async () => {
  if (isLongRun) system = await startSystem({ database: await createTestDatabase(), workers: 0 })
}, LIMIT.timeout)
afterAll(() => system?.stop(), LIMIT.timeout)

// F3, guarded by the end of a run, which asks whether the job is open and the claim still its own (`workers/runs/run-executor.ts`: each
// suffices): without both the scores of the worker that was thought dead replace those of the other.
test.runIf(isLongRun)('what a worker scores that was thought dead does not count', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  // At the last one: all its scores are sent by then, and stored without it.
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${PREDICTIONS}`)
  const runId = await orderScoring(db, show.id)
  const frozen = await system.startWorkers()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  frozen.freeze()
  const other = await system.startWorkers()
  await expect.poll(async () => (await readRun(db, runId)).claim, PATIENCE).toBe(2)
  await barrier.open()
  await expectConsistent(system)
  await expect.poll(() => countFilledSets(db, show.id), PATIENCE).toBe(2)
  const settled = await scoreSetOf(show.id)

  await other.end()
  frozen.thaw()
  // It is about to show its result, finds that the run is another's, and takes the next one.
  const later = await makePredictedShow(db, PREDICTIONS)
  await orderScoring(db, later.id)
  await expectConsistent(system)
  expect(await frozen.end()).toEqual({ code: 0, signal: null })
  await expectConsistent(system)
  expect(await scoreSetOf(show.id)).toBe(settled)
  expect(await readRun(db, runId)).toMatchObject({ claim: 2, state: 'done' })
  expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
})

// F3, guarded by the time that a transaction may stand still (`infra/postgres/client.ts`): without it nobody can take the run,
// nor order another, until the worker goes on.
test.runIf(isLongRun)(
  'a worker that stands still in the middle of a transaction holds nobody up',
  LIMIT,
  async () => {
    const { db } = system.database
    const show = await makePredictedShow(db, PREDICTIONS)
    // As it notes for the first time how far it has come: then it holds the run, and the version of all runs.
    const barrier = await closeBarrier(
      system.database,
      'UPDATE ON runs',
      'OLD.total IS NULL AND NEW.total IS NOT NULL',
    )
    const runId = await orderScoring(db, show.id)
    const frozen = await system.startWorkers()
    await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
    frozen.freeze()
    await barrier.open()
    await system.startWorkers()
    await expectConsistent(system)
    expect(await readRun(db, runId)).toMatchObject({ claim: 2, state: 'done' })
    frozen.thaw()
    expect(await frozen.end()).toEqual({ code: 0, signal: null })
    await expectConsistent(system)
    expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
  },
)

async function scoreSetOf(showId: number): Promise<number | null> {
  const row = await system.database.db
    .selectFrom('shows')
    .select('score_set_id')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  return row.score_set_id
}
