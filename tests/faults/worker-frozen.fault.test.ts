import { expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow, sumOfScores } from '../support/predicted-show.ts'
import { countFilledSets, enqueueScoring, readRun } from '../support/scoring-runs.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PREDICTIONS = 20_000

const system = await systemOfFile({ workers: 0 })
const { db } = system.database

// F3, guarded by the end of a run, which checks that the job is open and the claim current (`workers/runs/run-executor.ts`: each
// suffices): without both the scores of the frozen worker replace those of the other.
test('discards the scores of a worker whose claim was taken over', LIMIT, async () => {
  const show = await makePredictedShow(db, PREDICTIONS)
  // At the last one: all its scores are sent by then, and stored without it.
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${PREDICTIONS}`)
  const runId = await enqueueScoring(db, show.id)
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
  // It is about to publish its result, finds the run claimed by another worker, and takes the next one.
  const later = await makePredictedShow(db, PREDICTIONS)
  await enqueueScoring(db, later.id)
  await expectConsistent(system)
  expect(await frozen.end()).toEqual({ code: 0, signal: null })
  await expectConsistent(system)
  expect(await scoreSetOf(show.id)).toBe(settled)
  expect(await readRun(db, runId)).toMatchObject({ claim: 2, state: 'done' })
  expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
})

// F3, guarded by the idle timeout of transactions (`infra/postgres/client.ts`): without it no worker can claim the run
// and nobody can request another, until the worker is thawed.
test('releases a run whose worker is frozen inside a transaction', LIMIT, async () => {
  const show = await makePredictedShow(db, PREDICTIONS)
  // At its first progress update: the transaction then locks the run and the version of all runs.
  const barrier = await closeBarrier(
    system.database,
    'UPDATE ON runs',
    'OLD.total IS NULL AND NEW.total IS NOT NULL',
  )
  const runId = await enqueueScoring(db, show.id)
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
})

async function scoreSetOf(showId: number): Promise<number | null> {
  const row = await db
    .selectFrom('shows')
    .select('score_set_id')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  return row.score_set_id
}
