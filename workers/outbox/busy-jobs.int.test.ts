import { tryHoldLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { claimRun, failRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeAnnouncement } from '@called-it/tests/support/factories/notifications'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { workersOfFile } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const database = await databaseOfFile()
workersOfFile({ database })

async function insertJobFor(job: string, payload: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO outbox (job, payload) VALUES (${job}, ${JSON.stringify(payload)}) RETURNING id`.execute(
    database.db,
  )
  return rows[0]?.id ?? expect.fail('nothing was stored')
}

const rowOf = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isTriedAgain = (id: string) => expect.poll(async () => (await rowOf(id)).attempt).toBeGreaterThan(1)

const isDone = (id: string) => expect.poll(async () => (await rowOf(id)).done_at).not.toBeNull()
const age = (id: string) =>
  sql`UPDATE outbox SET created_at = now() - interval '1 minute' WHERE id = ${id}`.execute(database.db)

test('holds jobs until no show is scored for 2 s, for 45 s at most', async () => {
  const { db } = database
  const show = await makeShow(db)
  const order = { showId: show.id, fetchSetlist: false }
  const runId = await db.transaction().execute(async (trx) => {
    const inserted = await insertRun(trx, { kind: 'score-show', order, orderedBy: null })
    await claimRun(trx, 'score-show', inserted.runId, 'another worker')
    return inserted.runId
  })
  const { id: revision_id } = await makeSetlist(db, show.id)
  const announced = { kind: 'final-score', show_id: show.id, revision_id, merged: '[]' } as const
  const result = await makeAnnouncement(db, { ...announced, sent_at: null })
  const sum = await insertJobFor('sum-above-expectation', {})
  const others = [
    await insertJobFor('award-badges', { showId: show.id }),
    await insertJobFor('send-announcement', { announcementId: result.id }),
  ]
  await Promise.all([sum, ...others].map(isTriedAgain))
  await age(sum)
  await isDone(sum)
  for (const id of others) expect(await rowOf(id)).toMatchObject({ done_at: null, failures: 0 })

  await db.transaction().execute((trx) => failRun(trx, runId, { code: 'internal', message: 'over' }))
  const { ended_at } = await db
    .selectFrom('runs')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  for (const id of others) {
    await isDone(id)
    const { done_at, failures } = await rowOf(id)
    expect(Number(done_at) - Number(ended_at)).toBeGreaterThanOrEqual(2_000)
    expect(failures).toBe(0)
  }
})

test('tries a job again within two seconds after the sums were locked', async () => {
  const locked = await database.db.transaction().execute(async (trx) => {
    await tryHoldLock(trx, 'sums above expectation')
    const id = await insertJobFor('sum-above-expectation', {})
    await age(id)
    await isTriedAgain(id)
    return id
  })
  const releasedAt = Date.now()
  await isDone(locked)
  expect(Number((await rowOf(locked)).done_at) - releasedAt).toBeLessThan(5_000)
  expect((await rowOf(locked)).failures).toBe(0)
})
