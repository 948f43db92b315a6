import { topics } from '@called-it/shared/contract/live'
import { makeAdmin } from '@called-it/tests/support/factories'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAndPublish } from '../../../live/change.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { getTopicVersion } from '../live/topic-versions.ts'
import { claimRun, finishRun, updateProgress } from './run-claims.ts'
import { findRun, insertRun, listRuns, listRunsSince, subjectOf } from './runs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const silent = { publish: async () => undefined }

function changeRuns<Result>(change: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return changeAndPublish(database.db, silent, (trx, changed) => {
    changed.add(topics.runs)
    return change(trx)
  })
}

function orderScore(showId: number, fetchSetlist = false) {
  return changeRuns((trx) =>
    insertRun(trx, { kind: 'score-show', order: { showId, fetchSetlist }, orderedBy: null }),
  )
}

const rowOf = (runId: number) =>
  database.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()

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

test('inserts nothing when the transaction is rolled back', async () => {
  const refused = changeRuns(async (trx) => {
    await insertRun(trx, { kind: 'import-catalogue', order: { notebookOnly: true }, orderedBy: null })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  const runs = await database.db.selectFrom('runs').where('subject', '=', 'catalogue').selectAll().execute()
  expect(runs).toEqual([])
})

test('joins a queued run and merges both orders', async () => {
  const first = await orderScore(2, true)
  const before = await rowOf(first.runId)
  const second = await orderScore(2, false)
  expect(second).toEqual({ runId: first.runId, state: 'queued', joined: true })
  const after = await rowOf(first.runId)
  expect(after.order).toEqual({ showId: 2, fetchSetlist: true })
  expect(after.order_number).toBeGreaterThan(before.order_number)
})

test('keeps a queued full import when a notebook import joins it', async () => {
  const order = (notebookOnly: boolean) =>
    changeRuns((trx) =>
      insertRun(trx, { kind: 'import-catalogue', order: { notebookOnly }, orderedBy: null }),
    )
  const { runId } = await order(false)
  await order(true)
  expect((await rowOf(runId)).order).toEqual({ notebookOnly: false })
})

test('queues a run behind a running one and joins the next request to it', async () => {
  const first = await orderScore(3)
  await changeRuns((trx) => claimRun(trx, 'score-show', first.runId, 'worker'))
  const second = await orderScore(3)
  const third = await orderScore(3)
  expect(second).toMatchObject({ joined: false })
  expect(second.runId).not.toBe(first.runId)
  expect(third).toEqual({ runId: second.runId, state: 'queued', joined: true })
})

test('inserts one run for twenty concurrent requests', async () => {
  const ordered = await Promise.all(Array.from({ length: 20 }, () => orderScore(4)))
  expect(new Set(ordered.map(({ runId }) => runId)).size).toBe(1)
  expect(ordered.filter(({ joined }) => !joined)).toHaveLength(1)
})

test('keeps runs of other kinds and shows separate', async () => {
  const score = await orderScore(5)
  const trial = await changeRuns((trx) =>
    insertRun(trx, {
      kind: 'test-score-show',
      order: { showId: 5, fetchSetlist: false },
      orderedBy: null,
    }),
  )
  const other = await orderScore(6)
  expect(new Set([score.runId, trial.runId, other.runId]).size).toBe(3)
})

test.each([
  ['score-show', { showId: 12, fetchSetlist: true }, 'show:12'],
  ['reset-scores', { showId: 12 }, 'show:12'],
  ['reset-scores', { showId: null }, 'scores'],
  ['import-catalogue', { notebookOnly: false }, 'catalogue'],
] as const)('gives %s of %j the subject %s', (kind, order, subject) => {
  expect(subjectOf(kind, order)).toBe(subject)
})

test('lists runs that changed after a topic version', async () => {
  const before = await getTopicVersion(database.db, topics.runs)
  const first = await orderScore(7)
  const second = await orderScore(8)
  expect(await rowOf(first.runId)).toMatchObject({ topic_version: before + 1 })
  expect(await rowOf(second.runId)).toMatchObject({ topic_version: before + 2 })

  const claimed = await changeRuns((trx) => claimRun(trx, 'score-show', first.runId, 'worker'))
  if (!claimed) expect.fail('the run was not claimed')
  await changeRuns((trx) => updateProgress(trx, claimed, { done: 5, total: 10 }))
  const since = await listRunsSince(database.db, before + 2)
  expect(since).toMatchObject([{ id: first.runId, state: 'running', done: 5, total: 10 }])
  expect(await getTopicVersion(database.db, topics.runs)).toBe(before + 4)

  await changeRuns((trx) => finishRun(trx, first.runId, { processed: 9, errors: 1 }))
  expect(await listRunsSince(database.db, before + 4)).toMatchObject([
    { id: first.runId, state: 'done', done: 10, result: { processed: 9, errors: 1 } },
  ])
  expect(await listRunsSince(database.db, before + 5)).toEqual([])
})

test('lists the latest runs first', async () => {
  const runs = await listRuns(database.db, 3)
  expect(runs).toHaveLength(3)
  expect(runs.map(({ id }) => id)).toEqual(runs.map(({ id }) => id).toSorted((a, b) => b - a))
})
