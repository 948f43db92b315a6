import type { Database, DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import type { ClaimedRun } from '@called-it/infra/postgres/queries/run-claims'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import type { RunKind, RunResult } from '@called-it/shared/contract/runs'

/** What `finish` answers with, so that a handler which forgets to finish its run does not compile. */
export const FINISHED_RUN: unique symbol = Symbol('finished run')
export type FinishedRun = typeof FINISHED_RUN

/** A part of the work that commits by itself; `topics` are the live topics that it changes. */
export type Change<Answer> = (trx: DatabaseTransaction, topics: Set<string>) => Promise<Answer>

/** What the handler of a run works with. */
export type RunContext<K extends RunKind> = {
  /** What was ordered, and this worker's claim to it. */
  run: ClaimedRun<K>
  db: Database
  /** For COPY. */
  pool: Postgres['pool']
  source: SetlistSource
  /** Aborted when the run is no longer this worker's, or the worker is about to stop. */
  signal: AbortSignal
  /** Says how far the work has come. Those who follow the run are told at least once a second while it moves. */
  progress(done: number, total: number | null): void
  /**
   * Commits a part of the work and tells the open pages of the topics that it adds. It holds a lock on the
   * run, so it must be short; it throws where the run is no longer this worker's.
   */
  change<Answer>(part: Change<Answer>): Promise<Answer>
  /**
   * The last transaction: locks the order, makes the last change, locks the run, stores
   * the result that it answers with, marks the work done and tells everybody who follows. It throws where
   * the run is no longer this worker's; what `last` throws undoes all of it, and may be followed by another
   * try.
   */
  finish(last: Change<RunResult<K>>): Promise<FinishedRun>
}

/**
 * Carries a run out. It may be called again after any crash, even while a frozen worker still runs it, and
 * must come to the same result. It ends with `finish`, or throws a `RunFailedError`, which ends the run;
 * after any other error the run is tried again later.
 */
export type RunHandler<K extends RunKind> = (context: RunContext<K>) => Promise<FinishedRun>

/** One handler for every kind of run: a missing one does not compile. */
export type RunHandlers = { [K in RunKind]: RunHandler<K> }

/** The end of a run that another try would not change: its message and code are what the admin reads. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
  readonly code: ErrorCode

  /** @param message the code's own text where it is left out */
  constructor(code: ErrorCode, message?: string, options?: ErrorOptions) {
    super(message ?? ERRORS[code].message, options)
    this.code = code
  }
}
