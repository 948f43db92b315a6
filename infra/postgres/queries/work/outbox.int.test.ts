import { databaseOfFile, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  holdOpenJobForUpdate,
  insertJob,
  jobNames,
  listDueJobsForUpdate,
  markEnqueued,
  markJobDone,
  releaseJob,
  reopenEnqueued,
  updateFailedJob,
} from './outbox.ts'
import { insertSweepIfDue, listDeadJobs, reopenStuckRuns, retryDeadJob } from './outbox-maintenance.ts'
import { deleteOldRows } from './retention.ts'
import { claimRun } from './run-claims.ts'
import { insertRun } from './runs.ts'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
})

const inTransaction: TestDatabase['db']['transaction'] = () => database.db.transaction()
const insertMail = () => inTransaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))
const take = () => inTransaction().execute((trx) => listDueJobsForUpdate(trx, jobNames(), 100))
const takenIds = async () => (await take()).map(({ outboxId }) => outboxId)
const fail = (id: string) =>
  inTransaction().execute((trx) => updateFailedJob(trx, { id, attempt: 1, error: 'Error: no' }))

function rowOf(id: string) {
  return database.db
    .selectFrom('outbox')
    .selectAll()
    .select(sql<number>`extract(epoch FROM next_at - now())::float8`.as('waitSeconds'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function makeOlder(id: string, age: string): Promise<void> {
  await sql`
    UPDATE outbox SET created_at = created_at - ${age}::interval, done_at = done_at - ${age}::interval
    WHERE id = ${id}`.execute(database.db)
}

async function enqueueScore(showId: number): Promise<number> {
  const inserted = await inTransaction().execute((trx) =>
    insertRun(trx, { kind: 'score-show', order: { showId, fetchSetlist: false }, orderedBy: null }),
  )
  return inserted.runId
}

test('never gives one job to two relays', async () => {
  const ids = [await insertMail(), await insertMail()]
  await inTransaction().execute(async (first) => {
    const taken = await listDueJobsForUpdate(first, jobNames(), 1)
    const others = await takenIds()
    expect([...taken.map(({ outboxId }) => outboxId), ...others].toSorted()).toEqual(ids.toSorted())
  })
})

test('makes an enqueued job due again after its lease', async () => {
  const id = await insertMail()
  await inTransaction().execute((trx) => markEnqueued(trx, [id]))
  expect(await take()).toEqual([])
  expect(await rowOf(id)).toMatchObject({ attempt: 1 })
  await database.db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).execute()
  expect(await take()).toMatchObject([{ outboxId: id, attempt: 2 }])
})

test('reopens enqueued jobs but not those that wait after a failure', async () => {
  const [lost, failed] = [await insertMail(), await insertMail()]
  await inTransaction().execute((trx) => markEnqueued(trx, [lost, failed]))
  await fail(failed)
  await reopenEnqueued(database.db)
  expect(await takenIds()).toEqual([lost])
})

test('does not wait for a job that a worker has locked to reopen the others', async () => {
  const [locked, lost] = [await insertMail(), await insertMail()]
  await inTransaction().execute((trx) => markEnqueued(trx, [locked, lost]))
  await inTransaction().execute(async (trx) => {
    await holdOpenJobForUpdate(trx, locked)
    await reopenEnqueued(database.db)
    expect(await takenIds()).toEqual([lost])
  })
})

test('ignores a done job', async () => {
  const id = await insertMail()
  expect(await inTransaction().execute((trx) => holdOpenJobForUpdate(trx, id))).toBe(true)
  await inTransaction().execute((trx) => markJobDone(trx, id))
  expect(await inTransaction().execute((trx) => holdOpenJobForUpdate(trx, id))).toBe(false)
  expect(await fail(id)).toBeNull()
  await releaseJob(database.db, id)
  expect(await take()).toEqual([])
})

test('doubles the delay from one second to ten minutes', async () => {
  const id = await inTransaction().execute((trx) => insertJob(trx, 'sweep', {}))
  const waits: number[] = []
  for (let failures = 1; failures <= 12; failures += 1) {
    await fail(id)
    waits.push(Math.round((await rowOf(id)).waitSeconds))
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
})

test('dead-letters a job after 20 failures and reopens it', async () => {
  const id = await inTransaction().execute((trx) => insertJob(trx, 'sweep', {}))
  for (let failures = 1; failures < 20; failures += 1) {
    expect(await fail(id)).toEqual({ runId: null, isDead: false })
  }
  expect(await fail(id)).toEqual({ runId: null, isDead: true })
  expect(await listDeadJobs(database.db)).toMatchObject([
    { id, job: 'sweep', failures: 20, lastError: 'Error: no' },
  ])
  await reopenEnqueued(database.db)
  expect(await take()).toEqual([])

  expect(await inTransaction().execute((trx) => retryDeadJob(trx, id))).toBe(true)
  expect(await takenIds()).toEqual([id])
  expect(await inTransaction().execute((trx) => retryDeadJob(trx, id))).toBe(false)
})

test('retries a mail for a day regardless of its failures', async () => {
  const id = await insertMail()
  for (let failures = 1; failures <= 25; failures += 1) await fail(id)
  expect(await rowOf(id)).toMatchObject({ dead_at: null, failures: 25 })
  await makeOlder(id, '25 hours')
  expect(await fail(id)).toEqual({ runId: null, isDead: true })
})

test('enqueues a run only if no run of its subject is running', async () => {
  const score = await enqueueScore(1)
  const reset = await inTransaction().execute((trx) =>
    insertRun(trx, { kind: 'reset-scores', order: { showId: 1 }, orderedBy: null }),
  )
  await inTransaction().execute((trx) => claimRun(trx, 'score-show', score, 'worker'))
  expect(await take()).toEqual([])

  await database.db
    .updateTable('runs')
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', score)
    .execute()
  expect((await take()).map(({ payload }) => payload)).toEqual([{ runId: score }])

  await sql`UPDATE runs SET state = 'failed', error = '{}', ended_at = now() WHERE id = ${score}`.execute(
    database.db,
  )
  await database.db.deleteFrom('outbox').where('run_id', '=', score).execute()
  expect((await take()).map(({ payload }) => payload)).toEqual([{ runId: reset.runId }])
  await sql`UPDATE runs SET state = 'failed', error = '{}', ended_at = now() WHERE id = ${reset.runId}`.execute(
    database.db,
  )
})

test('inserts the sweep once a minute', async () => {
  await Promise.all(Array.from({ length: 5 }, () => insertSweepIfDue(database.db)))
  const [job] = await take()
  expect(job).toMatchObject({ job: 'sweep' })
  const id = job?.outboxId ?? expect.fail('no sweep was inserted')

  await makeOlder(id, '2 minutes')
  await insertSweepIfDue(database.db)
  expect(await takenIds()).toEqual([id])

  await inTransaction().execute((trx) => markJobDone(trx, id))
  await insertSweepIfDue(database.db)
  expect(await take()).toMatchObject([{ job: 'sweep' }])
})

test('keeps done jobs for a week', async () => {
  const [old, recent] = [await insertMail(), await insertMail()]
  for (const id of [old, recent]) await inTransaction().execute((trx) => markJobDone(trx, id))
  await makeOlder(old, '8 days')
  expect(await deleteOldRows(database.db)).toMatchObject({ jobs: 1 })
  expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([{ id: recent }])
})

test('reopens the job of a run that has not ended', async () => {
  const [gone, done, fine] = [await enqueueScore(11), await enqueueScore(12), await enqueueScore(13)]
  await database.db.deleteFrom('outbox').where('run_id', '=', gone).execute()
  await sql`UPDATE outbox SET done_at = now() WHERE run_id = ${done}`.execute(database.db)
  expect((await reopenStuckRuns(database.db)).toSorted()).toEqual([gone, done].toSorted())
  const open = (await take()).map(({ payload }) => payload.runId)
  expect(open.toSorted()).toEqual([gone, done, fine].toSorted())
  expect(await reopenStuckRuns(database.db)).toEqual([])
})
