import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { reserveJobOfRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { findRun, insertRun, type RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import type { ShowsTable } from '@called-it/infra/postgres/schema/catalogue'
import type { JobContext } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import type { JobName } from '@called-it/shared/contract/jobs'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import type { RunHandlers } from '@called-it/workers/runs/run-context'
import { createRunExecutor, type RunExecutor } from '@called-it/workers/runs/run-executor'
import { runHandlers } from '@called-it/workers/runs/run-handlers'
import { type Selectable, sql } from 'kysely'
import { afterAll } from 'vitest'
import { TEST_SOURCE } from '../factories/catalogue.ts'
import { type GivenNight, makeNight, type Night } from '../factories/night.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type FakeSource, fakeSource } from './fake-source.ts'

/** A database, a fake source, and run executors without a queue: a test delivers the jobs itself. */
export type RunBench = TestDatabase & {
  readonly source: FakeSource
  /** With uploaded setlists, where a test has some. */
  dataDir: string
  readonly publisher: EventPublisher
  readonly published: string[]
  /** A further worker; `handlers` replace the product's. */
  createExecutor(handlers?: Partial<RunHandlers>): RunExecutor
  enqueue<K extends RunKind>(kind: K, input: RunInput<K>): Promise<number>
  /** The job of a run, as the relay would enqueue it. */
  jobOf(runId: number): Promise<JobContext>
  /** Enqueues a run and delivers its job twice. It ended a minute ago then: what follows it need not wait. */
  run<K extends RunKind>(kind: K, order: RunInput<K>): Promise<RunRecord>
  getRun(runId: number): Promise<RunRecord>
  score(showId: number, fetchSetlist?: boolean): Promise<RunRecord>
  scoredNight(given: GivenNight): Promise<Night>
  getShow(showId: number): Promise<Selectable<ShowsTable>>
  /** The published totals of a show, in the order of its players' ids. */
  totalsOf(showId: number): Promise<number[]>
  /** Open jobs of this name, oldest first. */
  listJobs(job: JobName): Promise<{ outboxId: string; payload: Record<string, unknown> }[]>
}

/** For the tests of the file that calls it; dropped after them. */
export async function benchOfFile(): Promise<RunBench> {
  const bench = await createRunBench()
  afterAll(() => bench.drop())
  return bench
}

/** @param given in place of its own database */
export async function createRunBench(given?: TestDatabase): Promise<RunBench> {
  const database = given ?? (await createTestDatabase())
  const { db, pool } = database
  const log = createLogger('test', 'silent')
  const source = fakeSource(TEST_SOURCE)
  const published: string[] = []
  const publisher: EventPublisher = {
    async publish(_name, event) {
      if ('topics' in event) published.push(...event.topics.map(({ topic }) => topic))
    },
  }
  let executors = 0

  const bench: RunBench = {
    ...database,
    source,
    dataDir: '',
    publisher,
    published,
    createExecutor(handlers = {}) {
      executors += 1
      return createRunExecutor({
        db,
        pool,
        publisher,
        readSource: () => source,
        dataDir: bench.dataDir,
        log,
        worker: `test-worker-${executors}`,
        handlers: { ...runHandlers, ...handlers },
      })
    },
    enqueue: (kind, order) =>
      changeAndPublish(db, publisher, async (trx, changed) => {
        changed.add(topics.runs)
        return (await insertRun(trx, { kind, order, orderedBy: null })).runId
      }),
    async jobOf(runId) {
      const held = await db.transaction().execute((trx) => reserveJobOfRun(trx, runId))
      if (!held) throw new Error(`run ${runId} has no open job`)
      return held
    },
    async run(kind, order) {
      const runId = await bench.enqueue(kind, order)
      const job = await bench.jobOf(runId)
      const executor = bench.createExecutor()
      await executor.execute(kind, runId, job)
      await executor.execute(kind, runId, job)
      await sql`UPDATE runs SET ended_at = ended_at - interval '1 minute' WHERE id = ${runId}`.execute(db)
      return bench.getRun(runId)
    },
    async getRun(runId) {
      const run = await findRun(db, runId)
      if (!run) throw new Error(`there is no run ${runId}`)
      return run
    },
    score: (showId, fetchSetlist = false) => bench.run('score-show', { showId, fetchSetlist }),
    async scoredNight(given) {
      const night = await makeNight(db, given)
      const { state } = await bench.score(night.id)
      if (state !== 'done') throw new Error(`the show is not scored: the run is ${state}`)
      return night
    },
    getShow: (showId) =>
      db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow(),
    async totalsOf(showId) {
      const scores = await db
        .selectFrom('shows')
        .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
        .select('total')
        .where('shows.id', '=', showId)
        .orderBy('user_id')
        .execute()
      return scores.map(({ total }) => total)
    },
    listJobs: (job) =>
      db
        .selectFrom('outbox')
        .select(['id as outboxId', 'payload'])
        .where('job', '=', job)
        .where('done_at', 'is', null)
        .orderBy('id')
        .execute(),
  }
  return bench
}
