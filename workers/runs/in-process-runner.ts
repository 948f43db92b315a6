import { setTimeout as sleep } from 'node:timers/promises'
import { changeAndPublish } from '@called-it/infra/events/change'
import { type EventPublisher, noPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { findActiveRun, reserveJobOfRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { findRun, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { type RunInput, type RunKind, type RunResult, runResults } from '@called-it/shared/contract/runs'
import type { z } from 'zod'
import { createRunExecutor, type RunExecutorParts } from './run-executor.ts'
import { runHandlers } from './run-handlers.ts'

/** Between two looks at a run that another process executes. */
const POLL_MS = 500

const resultSchemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

/** The message is written for admins. */
export class FailedRunError extends Error {
  override readonly name = 'FailedRunError'
  readonly code: string

  constructor({ message, code }: { message: string; code: string }) {
    super(message)
    this.code = code
  }
}

/** Executes single runs in this process, for the command line and the demo. Needs Postgres only. */
export type InProcessRunner = {
  /**
   * Enqueues a run, keeps its job from the relay, and executes it. Where a worker executes it or another run
   * of its subject, waits for the worker.
   *
   * @throws FailedRunError where the run ends without a result; after any other error the workers retry it
   */
  run<K extends RunKind>(kind: K, input: RunInput<K>): Promise<RunResult<K>>
}

export type InProcessRunnerParts = Pick<RunExecutorParts, 'db' | 'pool' | 'worker' | 'onProgress'> & {
  source: SetlistSource
  /** By default the gateways find the changes in Postgres. */
  publisher?: EventPublisher | undefined
}

export function createInProcessRunner({ source, ...parts }: InProcessRunnerParts): InProcessRunner {
  const { db, publisher = noPublisher } = parts
  const executor = createRunExecutor({
    ...parts,
    readSource: () => source,
    // Checks of uploads are the workers'.
    dataDir: '',
    handlers: runHandlers,
    publisher,
    log: createLogger(parts.worker, 'silent'),
  })

  async function enqueue<K extends RunKind>(kind: K, input: RunInput<K>): Promise<number> {
    return changeAndPublish(db, publisher, async (trx, changedTopics) => {
      const { runId } = await insertRun(trx, { kind, order: input, orderedBy: null })
      await reserveJobOfRun(trx, runId)
      changedTopics.add(topics.runs)
      return runId
    })
  }

  async function execute(kind: RunKind, runId: number): Promise<void> {
    const job = await db.transaction().execute((trx) => reserveJobOfRun(trx, runId))
    if (job) await executor.execute(kind, runId, job)
  }

  return {
    async run(kind, input) {
      const runId = await enqueue(kind, input)
      for (;;) {
        await execute(kind, runId)
        const run = await findRun(db, runId)
        if (run?.error) throw new FailedRunError(run.error)
        if (run?.result) return resultSchemas[kind].parse(run.result)
        // The worker of the run before this one may have died, and there may be no other worker.
        const active = await findActiveRun(db, subjectOf(kind, input))
        if (active) await execute(active.kind, active.id)
        await sleep(POLL_MS)
      }
    },
  }
}
