import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { RunOutcome } from '@called-it/infra/observability/workers-metrics'
import type { DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import { untilPostgresReturns } from '@called-it/infra/postgres/outage'
import { TooManySongsError } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import { reopenPicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { holdOpenJobForUpdate, markJobDone, releaseJob } from '@called-it/infra/postgres/queries/work/outbox'
import {
  type ClaimedRun,
  claimRun,
  failRun,
  finishRun,
  holdClaim,
  type RunFailure,
  requeueRun,
} from '@called-it/infra/postgres/queries/work/run-claims'
import { findRun } from '@called-it/infra/postgres/queries/work/runs'
import type { JobContext } from '@called-it/infra/queues/worker'
import { isSourceAway, type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { topics } from '@called-it/shared/contract/events'
import type { RunKind } from '@called-it/shared/contract/runs'
import { performEffect } from '../outbox/effects.ts'
import { FINISHED_RUN, type RunContext, RunFailedError, type RunHandlers } from './run-context.ts'
import { type RunHeartbeat, startHeartbeat } from './run-heartbeat.ts'

export type RunExecutorParts = Pick<Postgres, 'db' | 'pool'> & {
  publisher: EventPublisher
  readSource: () => SetlistSource
  dataDir: string
  handlers: RunHandlers
  worker: string
  log: Logger
  onProgress?: (done: number, total: number | null) => void
  onEnd?: (kind: RunKind, outcome: RunOutcome) => void
}

/** Claims runs, keeps their heartbeat, calls their handlers, and records how they end. */
export type RunExecutor = {
  /**
   * Executes the run of a delivered job, or releases the job where another worker has the run. Resolves when
   * the run has ended, also without a result. Throws where it is to be retried: the run is queued again then,
   * and the caller records the failure.
   */
  execute<K extends RunKind>(kind: K, runId: number, job: JobContext): Promise<void>
  /** Aborts the active runs and queues them again for another worker. */
  abort(): void
}

/** Another worker has claimed the run: nothing that this one still does may take effect. */
class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}

class WorkerStopsError extends Error {
  override readonly name = 'WorkerStopsError'
}

type Claimed<K extends RunKind> = {
  run: ClaimedRun<K>
  job: JobContext
  heartbeat: RunHeartbeat
  signal: AbortSignal
}

export function createRunExecutor(parts: RunExecutorParts): RunExecutor {
  const { db, pool, publisher, readSource, dataDir, handlers, worker, log, onProgress, onEnd } = parts
  const active = new Set<AbortController>()

  async function execute<K extends RunKind>(kind: K, runId: number, job: JobContext): Promise<void> {
    const run = await changeAndPublish(db, publisher, async (trx, changed) => {
      const claimed = await claimRun(trx, kind, runId, worker)
      if (claimed) changed.add(topics.runs)
      return claimed
    })
    if (!run) return settleUnclaimed(kind, runId, job)

    const abortion = new AbortController()
    active.add(abortion)
    const heartbeat = startHeartbeat(parts, run, () => abortion.abort(new ClaimLostError()))
    try {
      await handlers[kind](contextOf({ run, job, heartbeat, signal: abortion.signal }))
      onEnd?.(kind, 'done')
    } catch (error) {
      await heartbeat.stop()
      // An aborted handler may throw anything: the reason of the abort counts.
      await settle(run, job, abortion.signal.aborted ? abortion.signal.reason : error)
    } finally {
      await heartbeat.stop()
      active.delete(abortion)
    }
  }

  /**
   * A run that cannot be claimed has ended, or waits in the outbox until its subject is free. A job without a
   * run fails: released, it would be delivered again at once, for ever.
   */
  async function settleUnclaimed(kind: RunKind, runId: number, job: JobContext): Promise<void> {
    const run = await findRun(db, runId)
    if (run?.kind !== kind) throw new Error(`there is no run ${runId} of the kind ${kind}`)
    if (run.endedAt === null) await releaseJob(db, job.outboxId)
    else await performEffect(db, job, async () => undefined)
  }

  function contextOf<K extends RunKind>({ run, job, heartbeat, signal }: Claimed<K>): RunContext<K> {
    return {
      run,
      db,
      pool,
      source: readSource(),
      dataDir,
      signal,
      progress(done, total) {
        heartbeat.progress(done, total)
        onProgress?.(done, total)
      },
      change: (part) =>
        changeAndPublish(db, publisher, async (trx, changed) => {
          if (!(await holdClaim(trx, run, 'share'))) throw new ClaimLostError()
          return part(trx, changed)
        }),
      async finish(last) {
        await changeAndPublish(db, publisher, async (trx, changed) => {
          if (!(await holdOpenJobForUpdate(trx, job.outboxId))) throw new ClaimLostError()
          const result = await last(trx, changed)
          // The run is locked last, so that its progress stays visible until then. A heartbeat would wait for the lock.
          const reported = await heartbeat.stop()
          if (!(await holdClaim(trx, run, 'update'))) throw new ClaimLostError()
          await finishRun(trx, run.id, result, reported?.total)
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
    log.warn({ ...about, err: error }, failure ? 'run failed' : 'run aborted')
    if (error instanceof ClaimLostError) return
    // A claim that its worker does not end blocks the run until its heartbeat is stale and its job due again.
    const wasClaimed = await untilPostgresReturns(() =>
      failure ? end(run, job, failure) : queueAgain(run, job),
    )
    if (!wasClaimed || failure) return
    if (error instanceof WorkerStopsError) await releaseJob(db, job.outboxId)
    else throw error
  }

  function end(run: ClaimedRun, job: JobContext, failure: RunFailure): Promise<boolean> {
    return changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdJobAndClaim(trx, run, job))) return false
      await failAndOpenPicks(trx, run.id, failure, changed)
      await markJobDone(trx, job.outboxId)
      return true
    })
  }

  function queueAgain(run: ClaimedRun, job: JobContext): Promise<boolean> {
    return changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdJobAndClaim(trx, run, job))) return false
      changed.add(topics.runs)
      if (await requeueRun(trx, run)) return true
      await failAndOpenPicks(
        trx,
        run.id,
        { code: 'superseded', message: english(ERRORS.superseded.text) },
        changed,
      )
      await markJobDone(trx, job.outboxId)
      return true
    })
  }

  return {
    execute,
    abort() {
      for (const abortion of active) abortion.abort(new WorkerStopsError())
    },
  }
}

/** Every transaction locks the job before the run. False where the run is no longer this worker's. */
async function holdJobAndClaim(trx: DatabaseTransaction, run: ClaimedRun, job: JobContext): Promise<boolean> {
  return (await holdOpenJobForUpdate(trx, job.outboxId)) && (await holdClaim(trx, run, 'update'))
}

export async function failAndOpenPicks(
  trx: DatabaseTransaction,
  runId: number,
  failure: RunFailure,
  changed: Set<string>,
): Promise<void> {
  await failRun(trx, runId, failure)
  changed.add(topics.runs)
  for (const showId of await reopenPicks(trx, runId)) changed.add(topics.show(showId))
}

function finalFailure(error: unknown): RunFailure | null {
  if (error instanceof RunFailedError) return { code: error.code, message: error.message }
  if (error instanceof TooManySongsError) return { code: 'too_many_songs', message: error.message }
  if (error instanceof SetlistSourceError) {
    return { code: isSourceAway(error) ? 'source_failed' : 'source_malformed', message: error.message }
  }
  return null
}
