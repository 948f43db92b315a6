import { setTimeout as wait } from 'node:timers/promises'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectConsistent, PATIENCE } from '../support/expect-consistent.ts'
import { makeTour } from '../support/factories/catalogue.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShows } from '../support/predicted-show.ts'
import { enqueueScoring } from '../support/scoring-runs.ts'
import { systemOfFile } from '../support/system-of-file.ts'
import { countWaitingQueries } from '../support/waiting-queries.ts'

const LIMIT = { timeout: 900_000 }
const SHOWS = 5
const PREDICTIONS = 100_000
const LOOK_EVERY_MS = 100
const MAX_WAIT_SECONDS = 5

const system = await systemOfFile({ gateways: 0 })

type Job = { id: string; job: string; seenAt: number; startedAt: number; endedAt: number }

/** The `done_at` of a job is the start of the transaction that did its work. It is seen to be done after the commit. */
async function followJobs(): Promise<Job[]> {
  const jobs = new Map<string, Job>()
  for (;;) {
    const { rows } = await sql<{ id: string; job: string; startedAt: number | null; now: number }>`
      SELECT outbox.id, job, extract(epoch FROM clock_timestamp())::float8 AS now,
        CASE WHEN done_at IS NOT NULL THEN extract(epoch FROM coalesce(started_at, done_at))::float8 END AS "startedAt"
      FROM outbox LEFT JOIN runs ON runs.id = run_id
      ORDER BY outbox.id`.execute(system.database.db)
    for (const { id, job, startedAt, now } of rows) {
      const known = jobs.get(id) ?? { id, job, seenAt: now, startedAt: Infinity, endedAt: Infinity }
      jobs.set(id, known)
      if (startedAt === null || known.endedAt < Infinity) continue
      known.startedAt = startedAt
      known.endedAt = now
    }
    if (rows.every(({ startedAt }) => startedAt !== null)) return [...jobs.values()]
    await wait(LOOK_EVERY_MS)
  }
}

/** What follows from scores waits for runs that score, and for its like. */
const isWaitedFor = (other: Job, job: Job) =>
  other !== job && (other.job === 'score-show' || other.job === job.job)

/** How long a job could have run before it did. */
function secondsIdle(job: Job, jobs: readonly Job[]): number {
  const ends = jobs.flatMap((other) =>
    isWaitedFor(other, job) && other.startedAt < job.startedAt ? other.endedAt : [],
  )
  return Math.max(0, job.startedAt - Math.max(job.seenAt, ...ends))
}

// F34, guarded by a queue of their own for badges and sums (`shared/contract/jobs.ts`): without it other jobs of maintenance wait
// for their places, half a minute after five shows.
test('stores a root while badges and sums are computed', LIMIT, async () => {
  const { db, pool } = system.database
  await putFact(db, 'roots-since', '2020-01-01T00:00:00Z')
  const [scored, locked] = await makePredictedShows(db, 2, 10)
  const holder = await pool.connect()
  await holder.query('BEGIN')
  try {
    await holder.query('LOCK night_feats, above_expectation')
    await db.transaction().execute(async (trx) => {
      await insertJob(trx, 'award-badges', { showId: scored?.id ?? 0 })
      await insertJob(trx, 'sum-above-expectation', {})
    })
    await expect.poll(() => countWaitingQueries(pool), PATIENCE).toBe(2)
    await sql`UPDATE shows SET locks_at = clock_timestamp() WHERE id = ${locked?.id}`.execute(db)
    const countRoots = async () => (await db.selectFrom('pick_locks').select('show_id').execute()).length
    await expect.poll(countRoots, PATIENCE).toBe(1)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  await expectConsistent(system)
})

// F34, guarded by the same, and by jobs that come again where their lock is taken (`postponeJob` in `queries/work/outbox.ts`).
test.runIf(isLongRun)('starts what follows from five shows in a row within 5 s', LIMIT, async () => {
  const { db } = system.database
  const shows = await makePredictedShows(db, SHOWS, PREDICTIONS)
  const { id: tour_id } = await makeTour(db)
  const showIds = shows.map(({ id }) => id)
  await sql`
    UPDATE shows SET tour_id = ${tour_id}, showdate = showdate - 20, locks_at = locks_at - interval '20 days'
    WHERE id = ANY(${showIds})`.execute(db)
  await sql`UPDATE tours SET end_date = start_date + 1`.execute(db)
  await sql`
    INSERT INTO expected_points (show_id, user_id, points)
    SELECT show_id, user_id, 20 FROM predictions WHERE show_id = ANY(${showIds})`.execute(db)
  await sql`ANALYZE`.execute(db)
  for (const id of showIds) await enqueueScoring(db, id)
  const jobs = await followJobs()
  // A sweep comes by the clock and waits for nothing but a place.
  const following = jobs.filter(({ job }) => job !== 'sweep')
  const late = following.filter((job) => secondsIdle(job, jobs) > MAX_WAIT_SECONDS)
  expect(late).toEqual([])
  expect(jobs.map(({ job }) => job)).toEqual(
    expect.arrayContaining(['award-badges', 'sum-above-expectation', 'send-announcement', 'build-season']),
  )
  await expectConsistent(system)
})
