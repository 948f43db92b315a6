import { PATIENT } from '@called-it/tests/support/patience'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tryLockSweep } from './locks.ts'
import { insertJob, jobNames, lockDueJobs, markEnqueued, OUTBOX_CHANNEL, releaseJob } from './outbox.ts'
import { closeDeadJobOfRun, getOutboxState, insertSweepIfDue, retryDeadJob } from './outbox-maintenance.ts'
import { insertRun } from './runs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
})

const inTransaction: TestDatabase['db']['transaction'] = () => database.db.transaction()
const order = () => inTransaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))
const takenIds = async () =>
  (await inTransaction().execute((trx) => lockDueJobs(trx, jobNames(), 100))).map(({ outboxId }) => outboxId)
const giveUp = (id: string) => sql`UPDATE outbox SET dead_at = now() WHERE id = ${id}`.execute(database.db)

async function orderScore(showId: number): Promise<{ runId: number; id: string }> {
  const { runId } = await inTransaction().execute((trx) =>
    insertRun(trx, { kind: 'score-show', order: { showId, fetchSetlist: false }, orderedBy: null }),
  )
  const { id } = await database.db
    .selectFrom('outbox')
    .select('id')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return { runId, id }
}

test('releases a job without counting a failure', async () => {
  const [given, other] = [await order(), await order()]
  await inTransaction().execute((trx) => markEnqueued(trx, [given, other]))
  expect(await takenIds()).toEqual([])
  await releaseJob(database.db, given)
  expect(await takenIds()).toEqual([given])
  const row = await database.db.selectFrom('outbox').selectAll().where('id', '=', given).executeTakeFirst()
  expect(row).toMatchObject({ enqueued_at: null, failures: 0, attempt: 1 })
})

test('notifies the relay only when a dead job is reopened', async () => {
  const id = await order()
  await giveUp(id)
  const received: string[] = []
  const client = await database.pool.connect()
  try {
    client.on('notification', ({ channel }) => received.push(channel))
    await client.query(`LISTEN ${OUTBOX_CHANNEL}; LISTEN fence`)
    expect(await inTransaction().execute((trx) => retryDeadJob(trx, id))).toBe(true)
    expect(await inTransaction().execute((trx) => retryDeadJob(trx, id))).toBe(false)
    // Notifications arrive in the order of commits, so all earlier ones have arrived.
    await sql`NOTIFY fence`.execute(database.db)
    await vi.waitFor(() => expect(received).toContain('fence'), PATIENT)
    expect(received).toEqual([OUTBOX_CHANNEL, 'fence'])
  } finally {
    client.release(true)
  }
})

test('skips the sweep while another transaction inserts it', async () => {
  await inTransaction().execute(async (other) => {
    expect(await tryLockSweep(other)).toBe(true)
    await insertSweepIfDue(database.db)
    expect(await takenIds()).toEqual([])
  })
  await insertSweepIfDue(database.db)
  expect(await takenIds()).toHaveLength(1)
})

test('closes only the dead job of the run that is retried', async () => {
  const [settled, dead, open] = [await orderScore(1), await orderScore(2), await orderScore(3)]
  for (const { id } of [settled, dead]) await giveUp(id)
  for (const { runId } of [settled, open]) {
    await inTransaction().execute((trx) => closeDeadJobOfRun(trx, runId))
  }
  const rows = await database.db.selectFrom('outbox').select(['id', 'done_at', 'dead_at']).execute()
  expect(new Map(rows.map((row) => [row.id, [row.done_at !== null, row.dead_at !== null]]))).toEqual(
    new Map([
      [settled.id, [true, false]],
      [dead.id, [false, true]],
      [open.id, [false, false]],
    ]),
  )
})

test('counts pending and dead jobs with the age of the oldest', async () => {
  expect(await getOutboxState(database.db)).toEqual({
    open: 0,
    dead: 0,
    oldestOpenAt: null,
    readAt: expect.any(Date),
  })
  const [oldest, , dead, done] = [await order(), await order(), await order(), await order()]
  await sql`UPDATE outbox SET created_at = '2026-01-05T12:00:00Z' WHERE id = ${oldest}`.execute(database.db)
  await sql`UPDATE outbox SET created_at = '2025-01-05T12:00:00Z' WHERE id IN (${dead}, ${done})`.execute(
    database.db,
  )
  await giveUp(dead)
  await sql`UPDATE outbox SET done_at = now() WHERE id = ${done}`.execute(database.db)
  expect(await getOutboxState(database.db)).toMatchObject({
    open: 2,
    dead: 1,
    oldestOpenAt: new Date('2026-01-05T12:00:00Z'),
  })
})
