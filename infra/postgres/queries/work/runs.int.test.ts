import { topics } from '@called-it/shared/contract/live'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { makeAdmin } from '@called-it/tests/support/factories'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAndPublish } from '../../../live/change.ts'
import { noPublisher } from '../../../live/publisher.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { getTopicVersion } from '../live/topic-versions.ts'
import { claimRun, failRun, finishRun, lockClaim, updateHeartbeat } from './run-claims.ts'
import { findRun, insertRun, listRunsSince } from './runs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function changeRuns<Result>(change: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return changeAndPublish(database.db, noPublisher, (trx, changed) => {
    changed.add(topics.runs)
    return change(trx)
  })
}

const enqueue = <K extends RunKind>(kind: K, order: RunInput<K>) =>
  changeRuns((trx) => insertRun(trx, { kind, order, orderedBy: null }))
const enqueueScore = (showId: number, fetchSetlist = false) => enqueue('score-show', { showId, fetchSetlist })
const claim = (kind: RunKind, runId: number) => changeRuns((trx) => claimRun(trx, kind, runId, 'worker'))
const claimScore = (runId: number) => claim('score-show', runId)

async function getClaimed(runId: number) {
  return (await claimScore(runId)) ?? expect.fail('the run was not claimed')
}

const rowOf = (runId: number) =>
  database.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()

describe('run request', () => {
  test('inserts a run and its job', async () => {
    const admin = await makeAdmin(database.db)
    const ordered = await changeRuns((trx) =>
      insertRun(trx, {
        kind: 'score-show',
        order: { showId: 1, fetchSetlist: true },
        orderedBy: admin.id,
      }),
    )
    expect(ordered).toEqual({ runId: expect.any(Number), state: 'queued', joined: false })
    expect(await findRun(database.db, ordered.runId)).toMatchObject({
      kind: 'score-show',
      subject: 'show:1',
      showId: 1,
      state: 'queued',
      done: 0,
      total: null,
      orderedBy: admin.displayName,
    })
    const jobs = await database.db
      .selectFrom('outbox')
      .select(['job', 'payload'])
      .where('run_id', '=', ordered.runId)
      .execute()
    expect(jobs).toEqual([{ job: 'score-show', payload: { runId: ordered.runId } }])
  })

  test('joins a queued run and merges both orders', async () => {
    const first = await enqueueScore(2, true)
    const before = await rowOf(first.runId)
    const second = await enqueueScore(2, false)
    expect(second).toEqual({ runId: first.runId, state: 'queued', joined: true })
    const after = await rowOf(first.runId)
    expect(after.order).toEqual({ showId: 2, fetchSetlist: true })
    expect(after.order_number).toBeGreaterThan(before.order_number)
  })

  test('keeps a queued full import when a notebook import joins it', async () => {
    const { runId } = await enqueue('import-catalogue', { notebookOnly: false })
    await enqueue('import-catalogue', { notebookOnly: true })
    expect((await rowOf(runId)).order).toEqual({ notebookOnly: false })
  })

  test('queues a run behind a running one and joins the next request to it', async () => {
    const first = await enqueueScore(3)
    await claimScore(first.runId)
    const second = await enqueueScore(3)
    const third = await enqueueScore(3)
    expect(second).toMatchObject({ joined: false })
    expect(second.runId).not.toBe(first.runId)
    expect(third).toEqual({ runId: second.runId, state: 'queued', joined: true })
  })

  test('inserts one run for twenty concurrent requests', async () => {
    const ordered = await Promise.all(Array.from({ length: 20 }, () => enqueueScore(4)))
    expect(new Set(ordered.map(({ runId }) => runId)).size).toBe(1)
    expect(ordered.filter(({ joined }) => !joined)).toHaveLength(1)
  })

  test('lists runs that changed after a topic version', async () => {
    const before = await getTopicVersion(database.db, topics.runs)
    const first = await enqueueScore(7)
    const second = await enqueueScore(8)
    expect(await rowOf(first.runId)).toMatchObject({ topic_version: before + 1 })
    expect(await rowOf(second.runId)).toMatchObject({ topic_version: before + 2 })

    const claimed = await getClaimed(first.runId)
    await changeRuns((trx) => updateHeartbeat(trx, claimed, { done: 5, total: 10 }))
    const since = await listRunsSince(database.db, before + 2)
    expect(since).toMatchObject([{ id: first.runId, state: 'running', done: 5, total: 10 }])
    expect(await getTopicVersion(database.db, topics.runs)).toBe(before + 4)

    await changeRuns((trx) => finishRun(trx, first.runId, { processed: 9, errors: 1 }))
    expect(await listRunsSince(database.db, before + 4)).toMatchObject([
      { id: first.runId, state: 'done', done: 10, result: { processed: 9, errors: 1 } },
    ])
    expect(await listRunsSince(database.db, before + 5)).toEqual([])
  })
})

describe('run claim', () => {
  test('lets one worker claim a run until its heartbeat is stale', async () => {
    const runId = (await enqueueScore(101, true)).runId
    const first = await getClaimed(runId)
    expect(first).toMatchObject({ id: runId, claim: 1, order: { showId: 101, fetchSetlist: true } })
    expect(await claimScore(runId)).toBeNull()

    await database.db
      .updateTable('runs')
      .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
      .where('id', '=', runId)
      .execute()
    const second = await getClaimed(runId)
    expect(second.claim).toBe(2)
    expect(await updateHeartbeat(database.db, first)).toBe(false)
    expect(await updateHeartbeat(database.db, second)).toBe(true)
    expect(await changeRuns((trx) => lockClaim(trx, first, 'update'))).toBe(false)
    expect(await changeRuns((trx) => lockClaim(trx, second, 'update'))).toBe(true)
  })

  test('refuses a claim while another run of the subject is running', async () => {
    const score = (await enqueueScore(103)).runId
    const reset = (await enqueue('reset-scores', { showId: 103 })).runId
    await getClaimed(score)
    expect(await claim('reset-scores', reset)).toBeNull()
    await changeRuns((trx) => failRun(trx, score, { code: 'internal', message: 'over' }))
    expect(await claim('reset-scores', reset)).toMatchObject({ id: reset, kind: 'reset-scores' })
  })

  test('claims one of two concurrent runs of a subject', async () => {
    const score = (await enqueueScore(104)).runId
    const reset = (await enqueue('reset-scores', { showId: 104 })).runId
    const claims = await Promise.all([claimScore(score), claim('reset-scores', reset)])
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })
})
