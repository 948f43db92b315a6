import { topics } from '@called-it/shared/contract/events'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { describe, expect, test } from 'vitest'
import { changeAndPublish } from '../../../events/change.ts'
import { noPublisher } from '../../../events/publisher.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { getTopicVersion } from '../events/topic-versions.ts'
import { claimRun, finishRun, updateHeartbeat } from './run-claims.ts'
import { findRun, insertRun, listRunsSince } from './runs.ts'

const database = await databaseOfFile()

function changeRuns<Result>(change: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return changeAndPublish(database.db, noPublisher, (trx, changed) => {
    changed.add(topics.runs)
    return change(trx)
  })
}

const enqueue = <K extends RunKind>(kind: K, order: RunInput<K>) =>
  changeRuns((trx) => insertRun(trx, { kind, order, orderedBy: null }))
const enqueueScore = (showId: number, fetchSetlist = false) => enqueue('score-show', { showId, fetchSetlist })
const claimScore = (runId: number) => changeRuns((trx) => claimRun(trx, 'score-show', runId, 'worker'))

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

  test('queues a run behind a running one and joins the next request to it', async () => {
    const first = await enqueueScore(3)
    await claimScore(first.runId)
    const second = await enqueueScore(3)
    const third = await enqueueScore(3)
    expect(second).toMatchObject({ joined: false })
    expect(second.runId).not.toBe(first.runId)
    expect(third).toEqual({ runId: second.runId, state: 'queued', joined: true })
  })

  test('lists runs that changed after a topic version', async () => {
    const before = await getTopicVersion(database.db, topics.runs)
    const first = await enqueueScore(7)
    const second = await enqueueScore(8)
    expect(await rowOf(first.runId)).toMatchObject({ topic_version: before + 1 })
    expect(await rowOf(second.runId)).toMatchObject({ topic_version: before + 2 })

    const claimed = (await claimScore(first.runId)) ?? expect.fail('the run was not claimed')
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
