import { tryHoldSums } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { claimRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeAnnouncement } from '@called-it/tests/support/factories/notifications'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTestWorkers, type WorkerBench } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 50 }

const database = await databaseOfFile()
let workers: WorkerBench
beforeAll(async () => {
  const { url, prefix } = testRedis()
  workers = startTestWorkers({ database, redisUrl: url, namespace: prefix })
})
afterAll(async () => {
  await workers.stop()
})

async function insertJobFor(job: string, payload: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload) VALUES (${job}, ${JSON.stringify(payload)}) RETURNING id`.execute(
    database.db,
  )
  return rows[0]?.id ?? expect.fail('nothing was stored')
}

const rowOf = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isTriedAgain = (id: string) =>
  expect.poll(async () => (await rowOf(id)).attempt, PATIENCE).toBeGreaterThan(1)

test('holds jobs while a show is scored or the sums are locked, then tries again', async () => {
  const { db } = database
  const show = await makeShow(db)
  await db.transaction().execute(async (trx) => {
    const order = { showId: show.id, fetchSetlist: false }
    const { runId } = await insertRun(trx, { kind: 'score-show', order, orderedBy: null })
    await claimRun(trx, 'score-show', runId, 'another worker')
  })
  const { id: revision_id } = await makeSetlist(db, show.id)
  const announced = { kind: 'final-score', show_id: show.id, revision_id, merged: '[]' } as const
  const result = await makeAnnouncement(db, { ...announced, sent_at: null })
  const held = [
    await insertJobFor('award-badges', { showId: show.id }),
    await insertJobFor('sum-above-expectation', {}),
    await insertJobFor('send-announcement', { announcementId: result.id }),
  ]
  await Promise.all(held.map(isTriedAgain))
  for (const id of held) expect(await rowOf(id)).toMatchObject({ done_at: null, failures: 0 })

  await sql`UPDATE outbox SET created_at = now() - interval '1 minute'`.execute(db)
  const locked = await db.transaction().execute(async (trx) => {
    await tryHoldSums(trx)
    const id = await insertJobFor('sum-above-expectation', {})
    await sql`UPDATE outbox SET created_at = now() - interval '1 minute' WHERE id = ${id}`.execute(db)
    await isTriedAgain(id)
    return id
  })
  const releasedAt = Date.now()
  for (const id of [...held, locked]) {
    await expect.poll(async () => (await rowOf(id)).done_at, PATIENCE).not.toBeNull()
    expect((await rowOf(id)).failures).toBe(0)
  }
  expect(Number((await rowOf(locked)).done_at) - releasedAt).toBeLessThan(5_000)
})
