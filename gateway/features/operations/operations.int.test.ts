import { changeAndPublish } from '@called-it/infra/events/change'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { claimRun, failRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { startKillableRedis } from '@called-it/tests/support/killable-redis'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

const redis = await startKillableRedis()
afterAll(() => redis.remove())
const gateway = await gatewayOfFile({ redisUrl: redis.url })
const { db } = gateway.postgres
const admin = await makeAdmin(db)
const as = await gateway.loginAs(admin)
beforeEach(() => db.deleteFrom('outbox').execute())

const read = () => gateway.request('getOperations', {}, { as })

async function makeFailedRun(): Promise<{ runId: number; showId: number }> {
  const show = await makeShow(db, { daysFromToday: -1 })
  const { runId } = await changeAndPublish(db, gateway.parts.publisher, async (trx, changed) => {
    const order = { showId: show.id, fetchSetlist: false }
    const run = await insertRun(trx, { kind: 'score-show', order, orderedBy: null })
    await claimRun(trx, 'score-show', run.runId, 'test')
    await failRun(trx, run.runId, { code: 'setlist_not_found', message: 'no setlist' })
    changed.add(topics.runs)
    return run
  })
  return { runId, showId: show.id }
}

function makeDeadJob(): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const id = await insertJob(trx, 'sweep', {})
    await sql`
      UPDATE outbox SET dead_at = now(), failures = 20, last_error = 'Error: no'
      WHERE id = ${id}`.execute(trx)
    return id
  })
}

const retryRun = (runId: number | string) => gateway.send('POST', `/api/admin/runs/${runId}/retry`, { as })
const retryJob = (id: string) => gateway.send('POST', `/api/admin/dead-jobs/${id}/retry`, { as })

test('counts jobs in the outbox with their age', async () => {
  await db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))
  await sql`UPDATE outbox SET created_at = now() - interval '1 hour'`.execute(db)
  const dead = await makeDeadJob()
  const state = await read()
  expect(state).toEqual({
    version: expect.any(Number),
    queues: null,
    workers: [],
    redisTrouble: null,
    chanceTrouble: null,
    outbox: { open: 1, dead: 1, oldestOpenMs: expect.any(Number) },
    deadJobs: [
      {
        id: dead,
        job: 'sweep',
        runId: null,
        failures: 20,
        lastError: 'Error: no',
        createdAt: expect.any(String),
        deadAt: expect.any(String),
      },
    ],
  })
  expect(state.outbox.oldestOpenMs).toBeGreaterThanOrEqual(3_600_000)
  expect((await read()).version).toBeGreaterThan(state.version)
})

describe('run retry', () => {
  test('enqueues one equal run for three requests and logs them', async () => {
    const { runId, showId } = await makeFailedRun()
    await makeDeadJob()
    const responses = await Promise.all([retryRun(runId), retryRun(runId), retryRun(runId)])
    const queued = await db
      .selectFrom('runs')
      .select(['id', 'kind', 'order', 'ordered_by', 'state'])
      .where('subject', '=', topics.show(showId))
      .where('id', '!=', runId)
      .execute()
    const order = { showId, fetchSetlist: false }
    expect(queued).toEqual([
      { id: expect.any(Number), kind: 'score-show', order, ordered_by: admin.id, state: 'queued' },
    ])
    const accepted = { runId: queued[0]?.id, status: 'queued' }
    expect(responses.map(({ status, json }) => [status, json])).toEqual(new Array(3).fill([202, accepted]))
    const logged = { actor_id: admin.id, details: { ...order, runId: accepted.runId, retryOf: runId } }
    const entries = { action: 'score-show:ordered', subject: topics.show(showId) }
    expect(await listAuditEntries(db, entries)).toEqual(new Array(3).fill(expect.objectContaining(logged)))
  })

  test('returns 409 for a run that has not failed and 404 for an unknown one', async () => {
    const { runId } = await makeFailedRun()
    const { json } = await retryRun(runId)
    const retried = Object(json).runId
    expect(await retryRun(retried)).toMatchObject(refusal(409, 'run_not_failed'))
    expect(await retryRun(2147483647)).toMatchObject(refusal(404, 'run_not_found'))
    expect(await retryRun('x')).toMatchObject(refusal(400, 'malformed_path'))
  })
})

test('reopens a dead job once and logs who did', async () => {
  const id = await makeDeadJob()
  expect(await retryJob(id)).toMatchObject({ status: 200, json: { id } })
  expect((await read()).outbox).toMatchObject({ open: 1, dead: 0 })
  expect(await listAuditEntries(db, { subject: `job:${id}` })).toEqual([
    expect.objectContaining({ actor_id: admin.id, action: 'job:retried', details: {} }),
  ])
  const notFound = refusal(404, 'dead_job_not_found')
  expect(await retryJob(id)).toMatchObject(notFound)
  expect(await retryJob('0198f8e0-0000-7000-8000-000000000000')).toMatchObject(notFound)
  expect(await retryJob('not-a-uuid')).toMatchObject(refusal(400, 'malformed_path'))
})

test('reads the outbox and accepts retries while Redis is away', async () => {
  const { runId } = await makeFailedRun()
  expect((await read()).workers).not.toBeNull()
  await redis.kill()
  await expect.poll(async () => (await read()).workers).toBeNull()
  expect(await read()).toMatchObject({
    redisTrouble: expect.stringContaining('Redis does not respond'),
    outbox: { open: expect.any(Number), dead: 0 },
  })
  expect(await retryRun(runId)).toMatchObject({ status: 202 })
  await redis.restart()
  await vi.waitFor(async () => expect((await read()).workers).toEqual([]), { timeout: 10_000 })
})
