import { createLogger } from '@called-it/infra/observability/log'
import { closePicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { claimRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { findRun, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { performEffect } from './effects.ts'
import { createFailureRecorder } from './failures.ts'

const database = await databaseOfFile()

const insertMail = () =>
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
  const write = (outboxId: string, name: string, then: () => void = () => undefined) =>
    performEffect(database.db, { outboxId, attempt: 1 }, async (trx) => {
      await sql`INSERT INTO installation_facts (name, value) VALUES (${name}, '1')`.execute(trx)
      then()
    })
  const countRows = async (name: string) =>
    (await sql`SELECT 1 FROM installation_facts WHERE name LIKE ${`${name}%`}`.execute(database.db)).rows
      .length

  test('happens once when three workers perform it at once and a fourth later', async () => {
    const id = await insertMail()
    await Promise.all([write(id, 'once-1'), write(id, 'once-2'), write(id, 'once-3')])
    await write(id, 'once-4')
    expect(await countRows('once')).toBe(1)
    expect((await rowOf(id)).done_at).not.toBeNull()
  })

  test('allows its transaction to pause for longer than others', async () => {
    const id = await insertMail()
    let inEffect: string | undefined
    await performEffect(database.db, { outboxId: id, attempt: 1 }, async (trx) => {
      inEffect = await maxPause(trx)
    })
    expect(inEffect).toBe('45s')
    expect(await maxPause(database.db)).toBe('10s')
  })

  test('leaves nothing behind and the job open when it throws', async () => {
    const id = await insertMail()
    const thrown = write(id, 'thrown', () => {
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    expect(await countRows('thrown')).toBe(0)
    expect((await rowOf(id)).done_at).toBeNull()
    await write(id, 'thrown')
    expect(await countRows('thrown')).toBe(1)
  })
})

describe('job failure', () => {
  function openRecorder() {
    const lines: Record<string, unknown>[] = []
    const published: string[] = []
    const record = createFailureRecorder({
      db: database.db,
      publisher: {
        async publish(_name, event) {
          if ('topics' in event) published.push(...event.topics.map(({ topic }) => topic))
        },
      },
      log: createLogger('worker', 'info', { write: (line) => lines.push(JSON.parse(line)) }),
    })
    return { record, published, lines }
  }
  const failOften = (id: string, failures: number) =>
    sql`UPDATE outbox SET failures = ${failures} WHERE id = ${id}`.execute(database.db)

  test('is recorded and logged, but not published', async () => {
    const id = await insertMail()
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

  test('opens the picks of a run whose job is dead-lettered, and publishes it', async () => {
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
    const { record, published, lines } = openRecorder()
    await record(new Error('once'), 'score-show', { outboxId: row.id, attempt: 1 })
    expect(await findRun(db, runId)).toMatchObject({ state: 'running' })
    expect(published).toEqual([])

    await failOften(row.id, 19)
    await record(new Error('again'), 'score-show', { outboxId: row.id, attempt: 2 })
    expect(lines.at(-1)).toMatchObject({ level: 'error', msg: 'job dead-lettered', outboxId: row.id })
    expect(await findRun(db, runId)).toMatchObject({
      state: 'failed',
      error: { code: 'internal', message: english(ERRORS.internal.text) },
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
