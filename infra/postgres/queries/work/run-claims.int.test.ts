import { topics } from '@called-it/shared/contract/events'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeAndPublish } from '../../../events/change.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { claimRun, failRun, holdClaim, requeueRun, updateHeartbeat } from './run-claims.ts'
import { findRun, insertRun } from './runs.ts'

const database = await databaseOfFile()

function changeRuns<Result>(change: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return changeAndPublish(database.db, { publish: async () => undefined }, (trx, changed) => {
    changed.add(topics.runs)
    return change(trx)
  })
}

async function order<K extends RunKind>(kind: K, given: RunInput<K>): Promise<number> {
  const { runId } = await changeRuns((trx) => insertRun(trx, { kind, order: given, orderedBy: null }))
  return runId
}

const orderScore = (showId: number, fetchSetlist = false) => order('score-show', { showId, fetchSetlist })
const claimScore = (runId: number) => changeRuns((trx) => claimRun(trx, 'score-show', runId, 'worker'))

async function getClaimed(runId: number) {
  return (await claimScore(runId)) ?? expect.fail('the run was not claimed')
}

/** Makes the heartbeat of a run stale. */
async function makeHeartbeatStale(runId: number): Promise<void> {
  await database.db
    .updateTable('runs')
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', runId)
    .execute()
}

test('lets one worker claim a run until its heartbeat is stale', async () => {
  const runId = await orderScore(1, true)
  const first = await getClaimed(runId)
  expect(first).toMatchObject({ id: runId, claim: 1, order: { showId: 1, fetchSetlist: true } })
  expect(await claimScore(runId)).toBeNull()

  await makeHeartbeatStale(runId)
  const second = await getClaimed(runId)
  expect(second.claim).toBe(2)
  expect(await updateHeartbeat(database.db, first)).toBe(false)
  expect(await updateHeartbeat(database.db, second)).toBe(true)
  expect(await changeRuns((trx) => holdClaim(trx, first, 'update'))).toBe(false)
  expect(await changeRuns((trx) => holdClaim(trx, second, 'update'))).toBe(true)
})

test('refuses a claim while the heartbeat is fresh', async () => {
  const runId = await orderScore(2)
  const claimed = await getClaimed(runId)
  await makeHeartbeatStale(runId)
  await updateHeartbeat(database.db, claimed)
  expect(await claimScore(runId)).toBeNull()
})

test('refuses a claim while another run of the subject is running', async () => {
  const score = await orderScore(3)
  const reset = await order('reset-scores', { showId: 3 })
  await getClaimed(score)
  const claimReset = () => changeRuns((trx) => claimRun(trx, 'reset-scores', reset, 'worker'))
  expect(await claimReset()).toBeNull()
  await changeRuns((trx) => failRun(trx, score, { code: 'internal', message: 'over' }))
  expect(await claimReset()).toMatchObject({ id: reset, kind: 'reset-scores' })
})

test('claims one of two concurrent runs of a subject', async () => {
  const score = await orderScore(4)
  const reset = await order('reset-scores', { showId: 4 })
  const claims = await Promise.all([
    claimScore(score),
    changeRuns((trx) => claimRun(trx, 'reset-scores', reset, 'worker')),
  ])
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
})

test('refuses a claim of a run that has ended', async () => {
  const runId = await orderScore(5)
  await changeRuns((trx) => failRun(trx, runId, { code: 'show_not_found', message: 'Show not found' }))
  expect(await claimScore(runId)).toBeNull()
  expect(await findRun(database.db, runId)).toMatchObject({
    state: 'failed',
    error: { code: 'show_not_found', message: 'Show not found' },
  })
})

test('claims a requeued run again', async () => {
  const runId = await orderScore(6)
  const claimed = await getClaimed(runId)
  expect(await changeRuns((trx) => requeueRun(trx, claimed))).toBe(true)
  expect(await findRun(database.db, runId)).toMatchObject({ state: 'queued' })
  expect(await getClaimed(runId)).toMatchObject({ claim: 2 })
})

test('merges a failed run into the queued one of its subject', async () => {
  const first = await getClaimed(await orderScore(7, true))
  const second = await orderScore(7, false)
  expect(await changeRuns((trx) => requeueRun(trx, first))).toBe(false)
  await changeRuns((trx) => failRun(trx, first.id, { code: 'superseded', message: 'superseded' }))
  expect(await getClaimed(second)).toMatchObject({ order: { showId: 7, fetchSetlist: true } })
})
