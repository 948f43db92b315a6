import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { RunOutcome } from '@called-it/infra/observability/workers-metrics'
import type { DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import { giveBackJob, lockOpenJob, markJobDone } from '@called-it/infra/postgres/queries/outbox'
import {
  type ClaimedRun,
  claimRun,
  failRun,
  finishRun,
  lockClaim,
  type RunFailure,
  requeueRun,
} from '@called-it/infra/postgres/queries/run-claims'
import { findRun } from '@called-it/infra/postgres/queries/runs'
import { openPicksAgain } from '@called-it/infra/postgres/queries/score-sets'
import type { JobContext } from '@called-it/infra/queues/worker'
import { type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { ERRORS } from '@called-it/shared/contract/errors'
import { topics } from '@called-it/shared/contract/live'
import type { RunKind } from '@called-it/shared/contract/runs'
import { performEffect } from './effects.ts'
import { FINISHED_RUN, type RunContext, RunFailedError, type RunHandlers } from './run-context.ts'
import { type RunPulse, startPulse } from './run-pulse.ts'

export type RunHostParts = Pick<Postgres, 'db' | 'pool'> & {
  publisher: LivePublisher
  source: SetlistSource
  handlers: RunHandlers
  /** Names this process in the runs that it claims. */
  worker: string
  log: Logger
  /** A turn at a run has ended: for the figures only. */
  onEnd?: (kind: RunKind, outcome: RunOutcome) => void
}

/** Carries runs out: claims them, shows that they are alive, and settles how they end. */
export type RunHost = {
  /**
   * Carries out the run that a job was delivered for, or leaves it to whoever works on it. Resolves when it
   * has ended, also without a result. Throws where it has failed and is to be tried again; it is queued by
   * then, and the failure is yet to be counted.
   */
  carryOut<K extends RunKind>(kind: K, runId: number, job: JobContext): Promise<void>
  /** Breaks off what is running; it is queued again at once, for another worker. */
  abort(): void
}

/** Another worker has taken the run over: whatever this one still does must not count. */
class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}

/** The worker is about to end. */
class WorkerEndsError extends Error {
  override readonly name = 'WorkerEndsError'
}

type Claimed<K extends RunKind> = {
  run: ClaimedRun<K>
  job: JobContext
  pulse: RunPulse
  signal: AbortSignal
}

export function createRunHost(parts: RunHostParts): RunHost {
  const { db, pool, publisher, source, handlers, worker, log, onEnd } = parts
  const running = new Set<AbortController>()

  async function carryOut<K extends RunKind>(kind: K, runId: number, job: JobContext): Promise<void> {
    const run = await changeAndTell(db, publisher, async (trx, changed) => {
      const claimed = await claimRun(trx, kind, runId, worker)
      if (claimed) changed.add(topics.runs)
      return claimed
    })
    if (!run) return leave(kind, runId, job)

    const broken = new AbortController()
    running.add(broken)
    const pulse = startPulse(parts, run, () => broken.abort(new ClaimLostError()))
    try {
      await handlers[kind](contextOf({ run, job, pulse, signal: broken.signal }))
      onEnd?.(kind, 'done')
    } catch (error) {
      await pulse.stop()
      // Whatever an abort leads to in the handler, it is the reason of the abort that counts.
      await settle(run, job, broken.signal.aborted ? broken.signal.reason : error)
    } finally {
      await pulse.stop()
      running.delete(broken)
    }
  }

  /**
   * What could not be claimed is done, or waits in the outbox until nobody works on its subject. A job without
   * such a run has failed: given back, it would come again at once, for ever.
   */
  async function leave(kind: RunKind, runId: number, job: JobContext): Promise<void> {
    const run = await findRun(db, runId)
    if (run?.kind !== kind) throw new Error(`there is no run ${runId} of the kind ${kind}`)
    if (run.endedAt === null) await giveBackJob(db, job.outboxId)
    else await performEffect(db, job, async () => undefined)
  }

  function contextOf<K extends RunKind>({ run, job, pulse, signal }: Claimed<K>): RunContext<K> {
    return {
      run,
      db,
      pool,
      source,
      signal,
      progress: pulse.progress,
      change: (part) =>
        changeAndTell(db, publisher, async (trx, changed) => {
          if (!(await lockClaim(trx, run, 'share'))) throw new ClaimLostError()
          return part(trx, changed)
        }),
      async finish(last) {
        await changeAndTell(db, publisher, async (trx, changed) => {
          if (!(await lockOpenJob(trx, job.outboxId))) throw new ClaimLostError()
          const result = await last(trx, changed)
          // The run itself is locked last, so that it shows how far it has come until then; no beat may wait for it.
          await pulse.stop()
          if (!(await lockClaim(trx, run, 'update'))) throw new ClaimLostError()
          await finishRun(trx, run.id, result)
          await markJobDone(trx, job.outboxId)
          changed.add(topics.runs)
        })
        return FINISHED_RUN
      },
    }
  }

  async function settle(run: ClaimedRun, job: JobContext, error: unknown): Promise<void> {
    const about = { runId: run.id, kind: run.kind, subject: run.subject, claim: run.claim }
    const failure = finalFailure(error)
    onEnd?.(run.kind, failure ? 'failed' : 'interrupted')
    log.warn({ ...about, err: error }, failure ? 'a run ends without a result' : 'a run was broken off')
    if (error instanceof ClaimLostError) return
    const wasOwn = failure ? await end(run, job, failure) : await queueAgain(run, job)
    if (!wasOwn || failure) return
    if (error instanceof WorkerEndsError) await giveBackJob(db, job.outboxId)
    else throw error
  }

  function end(run: ClaimedRun, job: JobContext, failure: RunFailure): Promise<boolean> {
    return changeAndTell(db, publisher, async (trx, changed) => {
      if (!(await lockForTheEnd(trx, run, job))) return false
      await failAndOpen(trx, run.id, failure, changed)
      await markJobDone(trx, job.outboxId)
      return true
    })
  }

  function queueAgain(run: ClaimedRun, job: JobContext): Promise<boolean> {
    return changeAndTell(db, publisher, async (trx, changed) => {
      if (!(await lockForTheEnd(trx, run, job))) return false
      changed.add(topics.runs)
      if (await requeueRun(trx, run)) return true
      await failAndOpen(trx, run.id, { code: 'superseded', message: ERRORS.superseded.message }, changed)
      await markJobDone(trx, job.outboxId)
      return true
    })
  }

  return {
    carryOut,
    abort() {
      for (const broken of running) broken.abort(new WorkerEndsError())
    },
  }
}

/**
 * First the order, then the run: everybody who locks both does it in this order. False where the run is no
 * longer this worker's.
 */
async function lockForTheEnd(trx: DatabaseTransaction, run: ClaimedRun, job: JobContext): Promise<boolean> {
  return (await lockOpenJob(trx, job.outboxId)) && (await lockClaim(trx, run, 'update'))
}

/** Ends a run without a result; picks that it has closed are open again. */
export async function failAndOpen(
  trx: DatabaseTransaction,
  runId: number,
  failure: RunFailure,
  changed: Set<string>,
): Promise<void> {
  await failRun(trx, runId, failure)
  changed.add(topics.runs)
  for (const showId of await openPicksAgain(trx, runId)) changed.add(topics.show(showId))
}

function finalFailure(error: unknown): RunFailure | null {
  if (error instanceof RunFailedError) return { code: error.code, message: error.message }
  if (error instanceof SetlistSourceError) return { code: 'source_failed', message: error.message }
  return null
}
