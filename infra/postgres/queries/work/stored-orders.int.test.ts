import { RUN_KINDS, type RunKind, runInputs } from '@called-it/shared/contract/runs'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { databaseOfFile, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimRun, failRun, requeueRun } from './run-claims.ts'
import { orderSchemas } from './run-orders.ts'
import { insertRun, retryRun } from './runs.ts'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
  await database.db.deleteFrom('runs').execute()
})

const inTransaction: TestDatabase['db']['transaction'] = () => database.db.transaction()
const ADDED_LATER = { addedLater: { by: 'a newer program' } }

async function orderAs(kind: RunKind, order: unknown): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO runs (kind, subject, "order") VALUES (${kind}, 'show:3', ${JSON.stringify(order)}::jsonb)
    RETURNING id`.execute(database.db)
  return rows[0]?.id ?? expect.fail('nothing was ordered')
}

const orderOf = async (id: number) =>
  (await database.db.selectFrom('runs').select('order').where('id', '=', id).executeTakeFirst())?.order

const orderScore = (fetchSetlist: boolean) =>
  inTransaction().execute((trx) =>
    insertRun(trx, { kind: 'score-show', order: { showId: 3, fetchSetlist }, orderedBy: null }),
  )

describe.each(payloadVersions)('stored orders of $name', ({ orders }) => {
  const kinds = RUN_KINDS.filter((kind) => orders[kind])

  test.each(kinds)('parses when claimed: %s', async (kind) => {
    for (const order of orders[kind] ?? []) {
      await database.db.deleteFrom('runs').execute()
      const runId = await orderAs(kind, withUnknownFields(order))
      const run = await inTransaction().execute((trx) => claimRun(trx, kind, runId, 'worker'))
      expect(run?.order).toEqual(runInputs[kind].parse(order))
    }
  })
})

test('keeps unknown fields of a queued order that another joins', async () => {
  const runId = await orderAs('score-show', { showId: 3, fetchSetlist: true, ...ADDED_LATER })
  expect(await orderScore(false)).toMatchObject({ runId, joined: true })
  expect(await orderOf(runId)).toEqual({ showId: 3, fetchSetlist: true, ...ADDED_LATER })
})

test('keeps unknown fields when a failed run merges into a queued one', async () => {
  const { runId } = await orderScore(true)
  const run = await inTransaction().execute((trx) => claimRun(trx, 'score-show', runId, 'worker'))
  const later = await orderAs('score-show', { showId: 3, fetchSetlist: false, ...ADDED_LATER })
  await inTransaction().execute((trx) => requeueRun(trx, run ?? expect.fail('not claimed')))
  expect(await orderOf(later)).toEqual({ showId: 3, fetchSetlist: true, ...ADDED_LATER })
})

test('retries an order with its unknown fields', async () => {
  const order = { showId: 3, fetchSetlist: true, ...ADDED_LATER }
  const runId = await orderAs('score-show', order)
  await inTransaction().execute((trx) => failRun(trx, runId, { message: 'no', code: 'internal' }))
  const again = await inTransaction().execute((trx) => retryRun(trx, runId, null))
  expect(again).toMatchObject({ joined: false, order })
  if (typeof again === 'object') expect(await orderOf(again.runId)).toEqual(order)
})

test('stores orders and jobs in the shape of the newest payloads', async () => {
  const order = async <K extends RunKind>(kind: K) =>
    inTransaction().execute((trx) =>
      insertRun(trx, {
        kind,
        order: orderSchemas[kind].parse(currentPayloads.orders[kind]?.[0]),
        orderedBy: null,
      }),
    )
  for (const kind of RUN_KINDS) {
    const { runId } = await order(kind)
    expect(await orderOf(runId), kind).toEqual(currentPayloads.orders[kind]?.[0])
    const job = await database.db
      .selectFrom('outbox')
      .select(['job', 'payload'])
      .where('run_id', '=', runId)
      .executeTakeFirst()
    expect(job).toEqual({ job: kind, payload: { runId } })
    expect(Object.keys(job?.payload ?? {})).toEqual(Object.keys(Object(currentPayloads.jobs[kind]?.[0])))
  }
})
