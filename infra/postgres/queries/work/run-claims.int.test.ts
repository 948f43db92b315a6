import { topics } from '@called-it/shared/contract/live'
import type { RunKind, RunOrder } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAndTell } from '../../../live/change.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import { claimRun, failRun, lockClaim, requeueRun, updateHeartbeat } from './run-claims.ts'
import { findRun, insertRun } from './runs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function changeRuns<Answer>(change: (trx: DatabaseTransaction) => Promise<Answer>): Promise<Answer> {
  return changeAndTell(database.db, { publish: async () => undefined }, (trx, changed) => {
    changed.add(topics.runs)
    return change(trx)
  })
}

async function order<K extends RunKind>(kind: K, given: RunOrder<K>): Promise<number> {
  const { runId } = await changeRuns((trx) => insertRun(trx, { kind, order: given, orderedBy: null }))
  return runId
}

const orderScore = (showId: number, fetchSetlist = false) => order('score-show', { showId, fetchSetlist })
const claimScore = (runId: number) => changeRuns((trx) => claimRun(trx, 'score-show', runId, 'worker'))

async function getClaimed(runId: number) {
  return (await claimScore(runId)) ?? expect.fail('the run was not claimed')
}

/** The worker of a run has said nothing for longer than a worker may. */
async function letFallSilent(runId: number): Promise<void> {
  await database.db
    .updateTable('runs')
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', runId)
    .execute()
}

test('a run is claimed by one worker, until that falls silent', async () => {
  const runId = await orderScore(1, true)
  const first = await getClaimed(runId)
  expect(first).toMatchObject({ id: runId, claim: 1, order: { showId: 1, fetchSetlist: true } })
  expect(await claimScore(runId)).toBeNull()

  await letFallSilent(runId)
  const second = await getClaimed(runId)
  expect(second.claim).toBe(2)
  expect(await updateHeartbeat(database.db, first)).toBe(false)
  expect(await updateHeartbeat(database.db, second)).toBe(true)
  expect(await changeRuns((trx) => lockClaim(trx, first, 'update'))).toBe(false)
  expect(await changeRuns((trx) => lockClaim(trx, second, 'update'))).toBe(true)
})

test('a heartbeat keeps other workers away', async () => {
  const runId = await orderScore(2)
  const claimed = await getClaimed(runId)
  await letFallSilent(runId)
  await updateHeartbeat(database.db, claimed)
  expect(await claimScore(runId)).toBeNull()
})

test('a run waits for another one of its subject', async () => {
  const score = await orderScore(3)
  const reset = await order('reset-scores', { showId: 3 })
  await getClaimed(score)
  const claimReset = () => changeRuns((trx) => claimRun(trx, 'reset-scores', reset, 'worker'))
  expect(await claimReset()).toBeNull()
  await changeRuns((trx) => failRun(trx, score, { code: 'internal', message: 'over' }))
  expect(await claimReset()).toMatchObject({ id: reset, kind: 'reset-scores' })
})

test('of two runs of one subject that are claimed at once, one is', async () => {
  const score = await orderScore(4)
  const reset = await order('reset-scores', { showId: 4 })
  const claims = await Promise.all([
    claimScore(score),
    changeRuns((trx) => claimRun(trx, 'reset-scores', reset, 'worker')),
  ])
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
})

test('what has ended is not claimed', async () => {
  const runId = await orderScore(5)
  await changeRuns((trx) => failRun(trx, runId, { code: 'show_not_found', message: 'Show not found' }))
  expect(await claimScore(runId)).toBeNull()
  expect(await findRun(database.db, runId)).toMatchObject({
    state: 'failed',
    error: { code: 'show_not_found', message: 'Show not found' },
  })
})

test('a run that is queued again can be claimed anew', async () => {
  const runId = await orderScore(6)
  const claimed = await getClaimed(runId)
  expect(await changeRuns((trx) => requeueRun(trx, claimed))).toBe(true)
  expect(await findRun(database.db, runId)).toMatchObject({ state: 'queued' })
  expect(await getClaimed(runId)).toMatchObject({ claim: 2 })
})

test('a run that cannot be queued again hands its order to the one behind it', async () => {
  const first = await getClaimed(await orderScore(7, true))
  const second = await orderScore(7, false)
  expect(await changeRuns((trx) => requeueRun(trx, first))).toBe(false)
  await changeRuns((trx) => failRun(trx, first.id, { code: 'superseded', message: 'superseded' }))
  expect(await getClaimed(second)).toMatchObject({ order: { showId: 7, fetchSetlist: true } })
})
