import type { Database } from '@called-it/infra/postgres/client'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { jobs } from '@called-it/shared/contract/jobs'
import { RUN_KINDS, type RunKind, runInputs } from '@called-it/shared/contract/runs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makePrediction, makeSetlist, makeShow, makeSongs, makeTour, makeUser } from '../support/factories.ts'
import { PATIENT } from '../support/patience.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { testRedis } from '../support/test-redis.ts'
import { startTestWorkers, type WorkerBench } from '../support/workers/worker-bench.ts'
import { fuzz, fuzzTimeout, type Verdict } from './fuzz.ts'
import { type LeakWatch, watchLeaks } from './leaks.ts'
import { changedTables, type TableWatch, watchTables } from './table-watch.ts'
import { arbitraryOf, type Known } from './values/arbitrary-of.ts'
import { hostileValue, nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

const SUBJECT = 'jobs'
const EVERYDAY = 8
const SOON = { ...PATIENT, interval: 10 }

let leaks: LeakWatch
let database: TestDatabase
let workers: WorkerBench
let tables: TableWatch
let ids: Readonly<Record<string, readonly number[]>>

beforeAll(async () => {
  leaks = await watchLeaks()
  database = await createTestDatabase()
  const { db, url } = database
  const songs = (await makeSongs(db, 12)).map(({ id }) => id)
  const tour = await makeTour(db)
  const shows = [await makeShow(db, { tour_id: tour.id, daysFromToday: -2 }), await makeShow(db)]
  const user = await makeUser(db)
  for (const { id } of shows) {
    await makeSetlist(db, id, { set1: songs.slice(0, 7), encore: songs.slice(7, 9) })
    await makePrediction(db, { showId: id, userId: user.id, picks: { set1: songs.slice(0, 3) } })
  }
  ids = { userId: [user.id], showId: shows.map(({ id }) => id), tourId: [tour.id], id: songs }
  tables = watchTables(url)
  const { url: redisUrl, prefix } = testRedis()
  workers = startTestWorkers({ database, redisUrl, namespace: prefix })
})

afterAll(async () => {
  await workers.stop()
  await tables.close()
  await database.drop()
  await leaks.expectNone()
})

const known: Known = (field) => {
  const found = Object.hasOwn(ids, field) ? ids[field] : undefined
  return found ? fc.constantFrom(...found) : null
}

/** Postgres refuses lone surrogates and NUL in JSON. */
function storable(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return values
    .map((value) => JSON.stringify(value) ?? 'null')
    .filter((text) => !/\\u(?:0000|d[89a-f])/i.test(text))
}

type Ordered = {
  readonly payload: string
  readonly requestId: string | null
  readonly traceparent: string | null
}

const trail = fc.option(hostileText.map((text) => text.toWellFormed().replaceAll('\0', '')))
const ordered = (payload: fc.Arbitrary<unknown>): fc.Arbitrary<Ordered> =>
  fc.record({ payload: storable(payload), requestId: trail, traceparent: trail })

const payloadsOf = (name: keyof typeof jobs) => {
  const right = arbitraryOf(jobs[name].payload, known)
  return fc.oneof(right, nearlyValid(right), hostileValue)
}

const jobNames = Object.keys(jobs).filter((name): name is keyof typeof jobs => Object.hasOwn(jobs, name))

test.each(jobNames)('completes or fails %s for any payload', fuzzTimeout(EVERYDAY), async (name) => {
  await fuzz({
    subject: SUBJECT,
    name,
    inputs: ordered(payloadsOf(name)),
    everyday: EVERYDAY,
    tryInput: async (order) => {
      const before = await tables.read()
      const id = await putIntoOutbox(name, order)
      const verdict = await untilSettled(id)
      const fits = jobs[name].payload.safeParse(JSON.parse(order.payload)).success
      if (!fits) expect(verdict, 'a payload that is none').toBe('refused')
      if (verdict === 'refused') await expectUnchanged(before)
      await forget(id)
      return verdict
    },
  })
  await expectAlive()
})

test.each(RUN_KINDS)('ends or retries a run of %s for any input', fuzzTimeout(EVERYDAY), async (kind) => {
  const right = arbitraryOf(runInputs[kind], known)
  const orders = storable(
    fc.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: nearlyValid(right) }),
  )
  const carriedOutAs = fc.oneof({ weight: 4, arbitrary: fc.constant(kind) }, fc.constantFrom(...RUN_KINDS))
  await fuzz({
    subject: 'runs',
    name: kind,
    inputs: fc.record({ order: orders, job: carriedOutAs }),
    everyday: EVERYDAY,
    tryInput: async ({ order, job }) => {
      const before = await tables.read()
      const { id, runId } = await queueRun(kind, order, job)
      const verdict = await untilSettled(id)
      const fits = kind === job && runInputs[kind].safeParse(JSON.parse(order)).success
      if (!fits) expect(verdict, 'an order that is none').toBe('refused')
      if (verdict === 'refused') await expectUnchanged(before)
      await forget(id, runId)
      return verdict
    },
  })
  await expectAlive()
})

test('leaves an unknown job to a newer release', fuzzTimeout(EVERYDAY), async () => {
  const names = fc
    .oneof(fc.constantFrom('toString', '__proto__', 'constructor', 'SWEEP', 'sweep '), hostileText)
    .map((name) => name.toWellFormed().replaceAll('\0', ''))
    .filter((name) => !Object.hasOwn(jobs, name))
  await fuzz({
    subject: SUBJECT,
    name: 'unknown jobs',
    inputs: fc.record({ name: names, order: ordered(hostileValue) }),
    everyday: EVERYDAY,
    tryInput: async ({ name, order }) => {
      const id = await putIntoOutbox(name, order)
      await expectAlive()
      expect(await findJob(id)).toMatchObject({ attempt: 0, failures: 0, done_at: null, dead_at: null })
      await forget(id)
      return 'refused'
    },
  })
})

async function putIntoOutbox(
  job: string,
  order: Ordered,
  { db, runId = null }: { db: Database; runId?: number | null } = database,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH put AS (
      INSERT INTO outbox (job, payload, run_id, request_id, traceparent)
      VALUES (${job}, ${order.payload}::jsonb, ${runId}, ${order.requestId}, ${order.traceparent})
      RETURNING id
    )
    SELECT put.id, pg_notify('outbox', '') FROM put`.execute(db)
  return rows[0]?.id ?? expect.fail('nothing was stored')
}

/** With its job: the sweep would enqueue one for a run without. */
function queueRun(kind: RunKind, order: string, job: RunKind): Promise<{ id: string; runId: number }> {
  return database.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO runs (kind, subject, "order") VALUES (${kind}, 'fuzz', ${order}::jsonb) RETURNING id`.execute(
      db,
    )
    const runId = rows[0]?.id ?? expect.fail('nothing was stored')
    const payload = JSON.stringify({ runId })
    return {
      runId,
      id: await putIntoOutbox(job, { payload, requestId: null, traceparent: null }, { db, runId }),
    }
  })
}

const findJob = (id: string) =>
  database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A recorded failure is as valid an end as success, since the outbox retries. */
function untilSettled(id: string): Promise<Verdict> {
  return vi.waitFor(async () => {
    const { done_at, failures } = await findJob(id)
    if (done_at === null && failures === 0) throw new Error('the job is neither done nor has it failed')
    return done_at === null ? 'refused' : 'accepted'
  }, SOON)
}

/** Beside the outbox, where the failure is recorded. */
async function expectUnchanged(before: Awaited<ReturnType<TableWatch['read']>>): Promise<void> {
  const changed = changedTables(before, await tables.read())
  // The run is queued again.
  const bookkeeping = new Set(['outbox', 'runs', 'topic_versions'])
  expect(changed.filter((table) => !bookkeeping.has(table))).toEqual([])
}

async function forget(id: string, runId?: number): Promise<void> {
  const { db } = database
  await db.deleteFrom('outbox').where('id', '=', id).execute()
  if (runId === undefined) return
  const ended = {
    state: 'failed',
    error: '{"code":"internal","message":"tried"}',
    ended_at: new Date(),
  } as const
  await db.updateTable('runs').set(ended).where('id', '=', runId).where('state', '!=', 'done').execute()
}

/** A valid job is still executed. */
async function expectAlive(): Promise<void> {
  const { db } = database
  const user = await makeUser(db, { isVerified: false })
  const id = await db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
  expect(await untilSettled(id)).toBe('accepted')
  expect(workers.sent.map(({ to }) => to.address)).toContain(user.email)
}
