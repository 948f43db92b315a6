import { setTimeout as sleep } from 'node:timers/promises'
import { changeAndTell } from '@called-it/infra/live/change'
import { noPublisher } from '@called-it/infra/live/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { findActiveRun, reserveJobOfRun } from '@called-it/infra/postgres/queries/work/reserved-jobs'
import { findRun, insertRun, type RunRecord, subjectOf } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import { type RunKind, type RunOrder, type RunResult, runResults } from '@called-it/shared/contract/runs'
import type { z } from 'zod'
import { runHandlers } from './run-handlers.ts'
import { createRunHost, type RunHostParts } from './run-host.ts'

/** How often a run is looked at that another process works on, or that somebody follows. */
const LOOK_MS = 500

const resultSchemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

/** The run that was ordered has come to nothing; the message is the one that an admin reads. */
export class FailedRunError extends Error {
  override readonly name = 'FailedRunError'
  readonly code: string

  constructor({ message, code }: { message: string; code: string }) {
    super(message)
    this.code = code
  }
}

/** Runs for programs that are no workers: ordered like any other, and carried out at once by themselves. */
export type InProcessRuns = {
  /**
   * Orders a run and resolves with its result. Where the same has been ordered already, or another run of the
   * subject is at work, that is waited for.
   *
   * @param follow told of the run twice a second, until it has ended
   * @throws FailedRunError where the run ends without a result; any other error leaves it to the workers
   */
  carryOut<K extends RunKind>(
    kind: K,
    order: RunOrder<K>,
    follow?: (run: RunRecord) => void,
  ): Promise<RunResult<K>>
}

export function createInProcessRuns(parts: Omit<RunHostParts, 'publisher' | 'handlers'>): InProcessRuns {
  const { db } = parts
  const host = createRunHost({ ...parts, handlers: runHandlers, publisher: noPublisher })

  /** Works on a run, unless it has ended or another process does. */
  async function workOn(kind: RunKind, runId: number): Promise<void> {
    const job = await db.transaction().execute((trx) => reserveJobOfRun(trx, runId))
    if (job) await host.carryOut(kind, runId, job)
  }

  /** What stands before a run may have lost its worker, and there may be no other one. */
  async function workOnActiveRun(subject: string): Promise<void> {
    const active = await findActiveRun(db, subject)
    if (active) await workOn(active.kind, active.id)
  }

  async function orderHeld<K extends RunKind>(kind: K, order: RunOrder<K>): Promise<number> {
    return changeAndTell(db, noPublisher, async (trx, changedTopics) => {
      const { runId } = await insertRun(trx, { kind, order, orderedBy: null })
      await reserveJobOfRun(trx, runId)
      changedTopics.add(topics.runs)
      return runId
    })
  }

  async function untilEnded<K extends RunKind>(
    kind: K,
    runId: number,
    order: RunOrder<K>,
  ): Promise<RunResult<K>> {
    for (;;) {
      await workOn(kind, runId)
      const run = await findRun(db, runId)
      if (run?.error) throw new FailedRunError(run.error)
      if (run?.result) return resultSchemas[kind].parse(run.result)
      await workOnActiveRun(subjectOf(kind, order))
      await sleep(LOOK_MS)
    }
  }

  return {
    async carryOut(kind, order, follow) {
      const runId = await orderHeld(kind, order)
      const stopFollowing = follow ? startFollowing(db, runId, follow) : () => undefined
      return untilEnded(kind, runId, order).finally(stopFollowing)
    },
  }
}

function startFollowing(db: Database, runId: number, follow: (run: RunRecord) => void): () => void {
  const look = async () => {
    // What cannot be read now is not told; the run itself fails where that matters.
    const run = await findRun(db, runId).catch(() => null)
    if (run) follow(run)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
