import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { TEST_SOURCE } from '@called-it/infra/postgres/factories'
import { reserveJobOfRun } from '@called-it/infra/postgres/queries/work/reserved-jobs'
import { findRun, insertRun, type RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import type { JobContext } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/live'
import type { RunKind, RunOrder } from '@called-it/shared/contract/runs'
import type { RunHandlers } from '../run-context.ts'
import { runHandlers } from '../run-handlers.ts'
import { createRunHost, type RunHost } from '../run-host.ts'
import { type MadeUpSource, madeUpSource } from './made-up-source.ts'

/** A database, a data site, and hosts for runs without a queue between: a test delivers the jobs itself. */
export type RunBench = TestDatabase & {
  readonly source: MadeUpSource
  readonly publisher: LivePublisher
  /** The topics that were published, in turn. */
  readonly published: string[]
  /** A worker of its own; some of its handlers may be the test's. */
  host(given?: Partial<RunHandlers>): RunHost
  order<K extends RunKind>(kind: K, order: RunOrder<K>): Promise<number>
  /** The job of a run, as the relay would hand it over. */
  jobOf(runId: number): Promise<JobContext>
  /** Orders a run, delivers its job twice, and answers with how it ended. */
  run<K extends RunKind>(kind: K, order: RunOrder<K>): Promise<RunRecord>
  getRun(runId: number): Promise<RunRecord>
}

export async function createRunBench(): Promise<RunBench> {
  const database = await createTestDatabase()
  const { db, pool } = database
  const log = createLogger('test', 'silent')
  const source = madeUpSource(TEST_SOURCE)
  const published: string[] = []
  const publisher: LivePublisher = {
    async publish(_name, event) {
      if ('topics' in event) published.push(...event.topics.map(({ topic }) => topic))
    },
  }
  let hosts = 0

  const bench: RunBench = {
    ...database,
    source,
    publisher,
    published,
    host(given = {}) {
      hosts += 1
      return createRunHost({
        db,
        pool,
        publisher,
        source,
        log,
        worker: `test-worker-${hosts}`,
        handlers: { ...runHandlers, ...given },
      })
    },
    order: (kind, order) =>
      changeAndTell(db, publisher, async (trx, changed) => {
        changed.add(topics.runs)
        return (await insertRun(trx, { kind, order, orderedBy: null })).runId
      }),
    async jobOf(runId) {
      const held = await db.transaction().execute((trx) => reserveJobOfRun(trx, runId))
      if (!held) throw new Error(`run ${runId} has no open job`)
      return held
    },
    async run(kind, order) {
      const runId = await bench.order(kind, order)
      const job = await bench.jobOf(runId)
      const host = bench.host()
      await host.carryOut(kind, runId, job)
      await host.carryOut(kind, runId, job)
      return bench.getRun(runId)
    },
    async getRun(runId) {
      const run = await findRun(db, runId)
      if (!run) throw new Error(`there is no run ${runId}`)
      return run
    },
  }
  return bench
}
