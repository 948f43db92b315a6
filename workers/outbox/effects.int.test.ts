import type { LivePublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { closePicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { claimRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { findRun, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { ERRORS } from '@called-it/shared/contract/errors'
import { makeShow } from '@called-it/tests/support/factories'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performEffect } from './effects.ts'
import { createFailureRecorder } from './failures.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const order = () =>
  database.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))
const rowOf = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function maxPause(db: TestDatabase['db']): Promise<string | undefined> {
  const shown = await sql<{ limit: string }>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS "limit"`.execute(db)
  return shown.rows[0]?.limit
}

describe('job effect', () => {
  /** Writes a row in the effect's transaction. */
  const leave = (outboxId: string, name: string, then: () => void = () => undefined) =>
    performEffect(database.db, { outboxId, attempt: 1 }, async (trx) => {
      await sql`INSERT INTO installation_facts (name, value) VALUES (${name}, '1')`.execute(trx)
      then()
    })
  const countLeft = async (name: string) =>
    (await sql`SELECT 1 FROM installation_facts WHERE name LIKE ${`${name}%`}`.execute(database.db)).rows
      .length

  test('happens once when the job is delivered twice, and marks the job done', async () => {
    const id = await order()
    await leave(id, 'once-1')
    await leave(id, 'once-2')
    expect(await countLeft('once')).toBe(1)
    expect((await rowOf(id)).done_at).not.toBeNull()
  })

  test('happens once when three workers perform it at once', async () => {
    const id = await order()
    await Promise.all([leave(id, 'both-1'), leave(id, 'both-2'), leave(id, 'both-3')])
    expect(await countLeft('both')).toBe(1)
  })

  test('may pause its transaction for longer than other transactions', async () => {
    const id = await order()
    let inEffect: string | undefined
    await performEffect(database.db, { outboxId: id, attempt: 1 }, async (trx) => {
      inEffect = await maxPause(trx)
    })
    expect(inEffect).toBe('45s')
    expect(await maxPause(database.db)).toBe('10s')
  })

  test('leaves nothing behind and the job open when it throws', async () => {
    const id = await order()
    const thrown = leave(id, 'thrown', () => {
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    expect(await countLeft('thrown')).toBe(0)
    expect((await rowOf(id)).done_at).toBeNull()
    await leave(id, 'thrown')
    expect(await countLeft('thrown')).toBe(1)
  })
})

describe('job failure', () => {
  function openRecorder(publish: LivePublisher['publish'] = async () => undefined) {
    const lines: Record<string, unknown>[] = []
    const published: string[] = []
    const record = createFailureRecorder({
      db: database.db,
      publisher: {
        async publish(name, event) {
          if ('topics' in event) published.push(...event.topics.map(({ topic }) => topic))
          await publish(name, event)
        },
      },
      log: createLogger('worker', 'info', { write: (line) => lines.push(JSON.parse(line)) }),
    })
    return { record, published, lines }
  }
  const failOften = (id: string, failures: number) =>
    sql`UPDATE outbox SET failures = ${failures} WHERE id = ${id}`.execute(database.db)

  test('is recorded and logged, but not published', async () => {
    const id = await order()
    const { record, published, lines } = openRecorder()
    await record(new TypeError('no such mailbox'), 'mail-verification', { outboxId: id, attempt: 3 })
    expect(await rowOf(id)).toMatchObject({
      failures: 1,
      attempt: 3,
      last_error: 'TypeError: no such mailbox',
      dead_at: null,
    })
    expect(published).toEqual([])
    expect(lines).toMatchObject([
      {
        level: 'error',
        msg: 'job failed',
        job: 'mail-verification',
        outboxId: id,
        attempt: 3,
        err: { message: 'no such mailbox' },
      },
    ])
  })

  test('changes nothing when the job is done meanwhile', async () => {
    const id = await order()
    await sql`UPDATE outbox SET done_at = now() WHERE id = ${id}`.execute(database.db)
    const { record, lines } = openRecorder()
    await record(new Error('late'), 'mail-verification', { outboxId: id, attempt: 1 })
    expect(await rowOf(id)).toMatchObject({ failures: 0, last_error: null })
    expect(lines.map(({ msg }) => msg)).toEqual(['job failed'])
  })

  test('dead-letters the job after the last attempt and logs it', async () => {
    const id = await database.db.transaction().execute((trx) => insertJob(trx, 'sweep', {}))
    await failOften(id, 19)
    const { record, published, lines } = openRecorder()
    await record(new Error('no'), 'sweep', { outboxId: id, attempt: 20 })
    expect((await rowOf(id)).dead_at).not.toBeNull()
    expect(published).toEqual([])
    expect(lines[1]).toMatchObject({ level: 'error', msg: 'job dead-lettered', job: 'sweep', outboxId: id })
    expect(lines).toHaveLength(2)
  })

  test('opens the picks that a failed run has closed and publishes it', async () => {
    const { db } = database
    const show = await makeShow(db)
    const runId = await db.transaction().execute(async (trx) => {
      const kind = 'score-show'
      const run = await insertRun(trx, {
        kind,
        order: { showId: show.id, fetchSetlist: false },
        orderedBy: null,
      })
      await claimRun(trx, kind, run.runId, 'worker')
      await closePicks(trx, show.id, run.runId)
      return run.runId
    })
    const row = await db
      .selectFrom('outbox')
      .select('id')
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow()
    const { record, published } = openRecorder()
    await record(new Error('once'), 'score-show', { outboxId: row.id, attempt: 1 })
    expect(await findRun(db, runId)).toMatchObject({ state: 'running' })
    expect(published).toEqual([])

    await failOften(row.id, 19)
    await record(new Error('again'), 'score-show', { outboxId: row.id, attempt: 2 })
    expect(await findRun(db, runId)).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: ERRORS.internal.message },
    })
    expect(published.sort()).toEqual(['runs', `show:${show.id}`])
    const after = await db.selectFrom('shows').selectAll().where('id', '=', show.id).executeTakeFirst()
    expect(after).toMatchObject({ picks_closed: false, closed_by_run: null })
  })

  test('logs a failure that cannot be recorded, without throwing', async () => {
    const { record, lines } = openRecorder()
    await record(new Error('no'), 'sweep', { outboxId: 'no id of a row', attempt: 1 })
    expect(lines[1]).toMatchObject({
      level: 'error',
      msg: 'job failure was not recorded',
      job: 'sweep',
      outboxId: 'no id of a row',
      err: { message: expect.stringContaining('uuid') },
    })
  })
})
