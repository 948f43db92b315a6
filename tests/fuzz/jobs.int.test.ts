import { getRootsSince } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { ZONE_RULES } from '@called-it/infra/venue-zones/zone-of-venue'
import { type JobName, jobs } from '@called-it/shared/contract/jobs'
import { RUN_KINDS, type RunKind, runInputs } from '@called-it/shared/contract/runs'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeUser } from '../support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '../support/factories/catalogue.ts'
import { makePrediction } from '../support/factories/scores.ts'
import { PATIENT } from '../support/patience.ts'
import { databaseOfFile } from '../support/test-database.ts'
import { workersOfFile } from '../support/workers/worker-bench.ts'
import { fuzzBudget } from './budget.ts'
import { type TableChecksums, watchTables } from './table-watch.ts'
import { arbitraryOf, type KnownValues } from './values/arbitrary-of.ts'
import { hostileValue, nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

const budget = fuzzBudget({ everyday: 1, long: 8 })

const database = await databaseOfFile()

const { db } = database
const songs = (await makeSongs(db, 12)).map(({ id }) => id)
const tour = await makeTour(db)
const past = await makeShow(db, { tour_id: tour.id, daysFromToday: -2 })
const today = await makeShow(db)
const user = await makeUser(db)
for (const { id } of [past, today]) {
  await makeSetlist(db, id, { set1: songs.slice(0, 7), encore: songs.slice(7, 9) })
  await makePrediction(db, { showId: id, userId: user.id, picks: { set1: songs.slice(0, 3) } })
}
const ids = fc.constantFrom(...songs, tour.id, past.id, today.id, user.id)
const known: KnownValues = (field) => (/id$/i.test(field) ? ids : null)
const tables = watchTables(db)
// What the workers would store at their start, at any time after it.
await insertFact(db, 'schedule', DEFAULT_SCHEDULE)
await insertFact(db, 'zone-rules', ZONE_RULES)
await getRootsSince(db)
const workers = workersOfFile({ database })

/** Postgres refuses lone surrogates and NUL in JSON. */
function jsonOf(...values: fc.Arbitrary<unknown>[]): fc.Arbitrary<string> {
  const json = fc.oneof(...values).map((value) => JSON.stringify(value) ?? 'null')
  return json.filter((text) => !/\\u(?:0000|d[89a-f])/i.test(text))
}

const storableText = hostileText.map((text) => text.toWellFormed().replaceAll('\0', ''))
const context = fc.record({ requestId: fc.option(storableText), traceparent: fc.option(storableText) })
const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)
const jobNames = Object.keys(jobs).filter(isJobName)

test.each(jobNames)('completes or fails %s for any payload', budget.test, async (job) => {
  const schema = jobs[job].payload
  const valid = arbitraryOf(schema, known)
  const payloads = jsonOf(valid, nearlyValid(valid), hostileValue)
  const property = fc.asyncProperty(payloads, context, async (payload, requestContext) => {
    const before = await tables.read()
    const id = await enqueue({ job, payload, ...requestContext })
    await expectSettled(id, before, schema.safeParse(JSON.parse(payload)).success)
  })
  await fc.assert(property, budget.check)
  await expectWorking()
})

test.each(RUN_KINDS)('ends or retries a run of %s for any input', budget.test, async (kind) => {
  const schema = runInputs[kind]
  const valid = arbitraryOf(schema, known)
  const inputs = jsonOf(valid, valid, nearlyValid(valid))
  const jobKinds = fc.constantFrom(...RUN_KINDS.map(() => kind), ...RUN_KINDS)
  const property = fc.asyncProperty(inputs, jobKinds, async (input, job) => {
    const before = await tables.read()
    const { id, runId } = await enqueueRun(kind, input, job)
    await expectSettled(id, before, kind === job && schema.safeParse(JSON.parse(input)).success)
    const ended = {
      state: 'failed',
      error: '{"code":"internal","message":"tried"}',
      ended_at: new Date(),
    } as const
    const unfinished = database.db.updateTable('runs').where('id', '=', runId).where('state', '!=', 'done')
    await unfinished.set(ended).execute()
  })
  await fc.assert(property, budget.check)
  await expectWorking()
})

test('leaves unknown jobs to a newer release', budget.test, async () => {
  const similar = fc.constantFrom('toString', '__proto__', 'constructor', 'SWEEP', 'sweep ')
  const names = fc.oneof(similar, storableText).filter((name) => !isJobName(name))
  const property = fc.asyncProperty(names, jsonOf(hostileValue), async (job, payload) => {
    const id = await enqueue({ job, payload })
    await expectWorking()
    expect(await findJob(id)).toMatchObject({ attempt: 0, failures: 0, done_at: null, dead_at: null })
    await remove(id)
  })
  await fc.assert(property, budget.check)
})

type Job = {
  job: string
  payload: string
  requestId?: string | null
  traceparent?: string | null
  runId?: number
}

async function enqueue({ job, payload, runId, ...context }: Job, db = database.db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH inserted AS (
      INSERT INTO outbox (job, payload, run_id, request_id, traceparent)
      VALUES (${job}, ${payload}::jsonb, ${runId ?? null}, ${context.requestId ?? null}, ${context.traceparent ?? null})
      RETURNING id
    )
    SELECT inserted.id, pg_notify('outbox', '') FROM inserted`.execute(db)
  return rows[0]?.id ?? expect.fail('the job was not inserted')
}

/** In one transaction: the sweep enqueues a job for a run that has none. */
function enqueueRun(kind: RunKind, input: string, job: RunKind) {
  return database.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO runs (kind, subject, "order") VALUES (${kind}, 'fuzz', ${input}::jsonb) RETURNING id`.execute(
      db,
    )
    const runId = rows[0]?.id ?? expect.fail('the run was not inserted')
    return { runId, id: await enqueue({ job, runId, payload: JSON.stringify({ runId }) }, db) }
  })
}

function findJob(id: string) {
  return database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function remove(id: string): Promise<void> {
  await database.db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Waits until the job is done or has failed once: the outbox retries it. */
async function settle(id: string): Promise<'done' | 'failed'> {
  return vi.waitFor(
    async () => {
      const { done_at, failures } = await findJob(id)
      if (done_at === null && failures === 0) throw new Error('the job has neither ended nor failed')
      return done_at === null ? 'failed' : 'done'
    },
    { ...PATIENT, interval: 10 },
  )
}

/**
 * Tables that shows change which another run has closed: the workers follow them, commit to their picks, award badges,
 * and notify their players, whose first mail stores how to unsubscribe.
 */
const OTHER_WORK = [
  'live_claims',
  'live_boards',
  'source_readings',
  'pick_locks',
  'pick_commitments',
  'system_predictions',
  'show_chances',
  'song_chances',
  'chance_choices',
  'expected_points',
  'above_expectation',
  'night_feats',
  'badges',
  'seasons',
  'season_results',
  'tour_statistics',
  'announcements',
  'notifications',
  'messages',
  'notification_settings',
  'public_events',
  'webhook_deliveries',
]
const OWN_RECORDS = ['outbox', 'runs', 'topic_versions', ...OTHER_WORK]

/** A job fails when its input does not fit the schema, and a failed job changes nothing but its own records. */
async function expectSettled(id: string, before: TableChecksums, fits: boolean) {
  const outcome = await settle(id)
  if (!fits) expect(outcome, 'an invalid input').toBe('failed')
  if (outcome === 'failed') await tables.expectUnchanged(before, OWN_RECORDS)
  await remove(id)
}

async function expectWorking(): Promise<void> {
  const user = await makeUser(database.db, { isVerified: false })
  const id = await enqueue({ job: 'mail-verification', payload: JSON.stringify({ userId: user.id }) })
  expect(await settle(id)).toBe('done')
  expect(workers.sent.map(({ to }) => to.address)).toContain(user.email)
}
