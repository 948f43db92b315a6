/** A worker that stands still for so long that it counts as dead, and then goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../embedded/long-run.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { closeBarrier } from './testing/barrier.ts'
import { expectWhole, LIMIT, PATIENCE } from './testing/expect-whole.ts'
import { countFilledSets, orderScoring, readRun } from './testing/orders.ts'
import { makePredictedShow, sumOfScores } from './testing/predicted-show.ts'
import { type System, startSystem } from './testing/system.ts'

const PREDICTIONS = 20_000
const MET_AT = 12_000

let system: System
beforeAll(async () => {
  if (isLongRun) system = await startSystem({ database: await createTestDatabase(), workers: 0 })
}, LIMIT.timeout)
afterAll(() => system?.stop(), LIMIT.timeout)

test.runIf(isLongRun)('what a worker scores that was thought dead does not count', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${MET_AT}`)
  const runId = await orderScoring(db, show.id)
  const frozen = await system.startWorkers()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  frozen.freeze()
  await system.startWorkers()
  await expect.poll(async () => (await readRun(db, runId)).claim, PATIENCE).toBe(2)
  await barrier.open()
  await expectWhole(system)
  const settled = await scoreSetOf(show.id)

  frozen.thaw()
  // It stores all its scores, and then finds that the run is another's.
  await expect.poll(() => countFilledSets(db, show.id), PATIENCE).toBe(2)
  const later = await makePredictedShow(db, PREDICTIONS)
  await orderScoring(db, later.id)
  await expectWhole(system)
  expect(frozen.isAlive()).toBe(true)
  expect(await scoreSetOf(show.id)).toBe(settled)
  expect(await readRun(db, runId)).toMatchObject({ claim: 2, state: 'done' })
  expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
})

async function scoreSetOf(showId: number): Promise<number | null> {
  const row = await system.database.db
    .selectFrom('shows')
    .select('score_set_id')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  return row.score_set_id
}
