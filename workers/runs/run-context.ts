import type { Database, DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import type { ClaimedRun } from '@called-it/infra/postgres/queries/work/run-claims'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { english } from '@called-it/languages/texts'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import type { RunKind, RunResult } from '@called-it/shared/contract/runs'

/** Returned by `finish` only, so that a handler that does not finish its run does not compile. */
export const FINISHED_RUN: unique symbol = Symbol('finished run')
export type FinishedRun = typeof FINISHED_RUN

/** A part of the work with its own transaction; it adds the live topics that it changes to `topics`. */
export type Change<Result> = (trx: DatabaseTransaction, topics: Set<string>) => Promise<Result>

export type RunContext<K extends RunKind> = {
  run: ClaimedRun<K>
  db: Database
  pool: Postgres['pool']
  source: SetlistSource
  /** See `openUpload`. */
  dataDir: string
  /** Aborted when another worker has claimed the run, or this worker stops. */
  signal: AbortSignal
  /** Published at least once a second. */
  progress(done: number, total: number | null): void
  /** Commits a part of the work; keep it short. Throws when another worker has claimed the run. */
  change<Result>(part: Change<Result>): Promise<Result>
  /**
   * The last transaction: locks the job, makes the last change, locks the run, stores the result, marks the
   * job done and publishes the topics. Throws when another worker has claimed the run. When `last` throws, the
   * transaction is rolled back, and `finish` may be called again.
   */
  finish(last: Change<RunResult<K>>): Promise<FinishedRun>
}

/**
 * Must be idempotent: it is called again after a crash, even while a frozen worker still executes it. It ends
 * with `finish` or throws a `RunFailedError`, which fails the run; after any other error the run is retried.
 */
export type RunHandler<K extends RunKind> = (context: RunContext<K>) => Promise<FinishedRun>

export type RunHandlers = { [K in RunKind]: RunHandler<K> }

/** Fails the run without a retry. Admins read the message and the code. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
  readonly code: ErrorCode

  /** @param message defaults to the text of the code */
  constructor(code: ErrorCode, message?: string, options?: ErrorOptions) {
    super(message ?? english(ERRORS[code].text), options)
    this.code = code
  }
}
