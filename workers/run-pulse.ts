import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { type ClaimedRun, recordProgress, touchHeartbeat } from '@called-it/infra/postgres/queries/run-claims'
import { topics } from '@called-it/shared/contract/live'

const BEAT_MS = 1_000

/** Says once a second that a run's worker is alive, and how far it has come, on a connection of its own. */
export type RunPulse = {
  /** Kept until the next beat, so that a report costs nothing; the first one is told at once. */
  progress(done: number, total: number | null): void
  /** Keeps still while `work` holds the run's row locked: a beat would wait for it. */
  pauseFor<Answer>(work: () => Promise<Answer>): Promise<Answer>
  stop(): Promise<void>
}

type PulseParts = { db: Database; publisher: LivePublisher; log: Logger }

/** @param onLost called when another worker has taken the run over, or it has ended */
export function startPulse(
  { db, publisher, log }: PulseParts,
  run: Pick<ClaimedRun, 'id' | 'claim'>,
  onLost: () => void,
): RunPulse {
  let reported: { done: number; total: number | null } | null = null
  let hasReported = false
  let isPaused = false
  let beating: Promise<void> | null = null

  async function beat(): Promise<void> {
    const progress = reported
    reported = null
    try {
      const isOwn = progress ? await tellProgress(progress) : await touchHeartbeat(db, run)
      if (!isOwn) onLost()
    } catch (error) {
      log.warn({ err: error, runId: run.id }, 'a heartbeat was not written')
    }
  }

  function tellProgress(progress: { done: number; total: number | null }): Promise<boolean> {
    return changeAndTell(db, publisher, async (trx, changed) => {
      const isOwn = await recordProgress(trx, run, progress)
      if (isOwn) changed.add(topics.runs)
      return isOwn
    })
  }

  function beatUnlessBusy(): void {
    if (isPaused || beating) return
    beating = beat().finally(() => {
      beating = null
    })
  }

  const timer = setInterval(beatUnlessBusy, BEAT_MS)

  return {
    progress(done, total) {
      reported = { done, total }
      if (!hasReported) beatUnlessBusy()
      hasReported = true
    },
    async pauseFor(work) {
      isPaused = true
      try {
        await beating
        return await work()
      } finally {
        isPaused = false
      }
    },
    async stop() {
      clearInterval(timer)
      await beating
    },
  }
}
