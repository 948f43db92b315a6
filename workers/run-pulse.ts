import { changeAndTell } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import {
  type ClaimedRun,
  updateHeartbeat,
  updateProgress,
} from '@called-it/infra/postgres/queries/work/run-claims'
import { topics } from '@called-it/shared/contract/live'

/** Half of what those who follow are promised, since a beat takes its time as well. */
const BEAT_MS = 500

/**
 * Says twice a second that a run's worker is alive, and how far it has come, on a connection of its own: also where that
 * is as far as before, since those who follow shall not take long work for work that stands still.
 */
export type RunPulse = {
  /** Kept for the next beat, so that a report costs nothing; the first one is told at once. */
  progress(done: number, total: number | null): void
  /** Before the run's row is locked for good: a beat would wait for it. */
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
  let beating: Promise<void> | null = null

  async function beat(): Promise<void> {
    try {
      const isOwn = reported ? await tellProgress(reported) : await updateHeartbeat(db, run)
      if (!isOwn) onLost()
    } catch (error) {
      log.warn({ err: error, runId: run.id }, 'a heartbeat was not written')
    }
  }

  function tellProgress(progress: { done: number; total: number | null }): Promise<boolean> {
    return changeAndTell(db, publisher, async (trx, changed) => {
      const isOwn = await updateProgress(trx, run, progress)
      if (isOwn) changed.add(topics.runs)
      return isOwn
    })
  }

  function beatUnlessBusy(): void {
    if (beating) return
    beating = beat().finally(() => {
      beating = null
    })
  }

  const timer = setInterval(beatUnlessBusy, BEAT_MS)

  return {
    progress(done, total) {
      const isFirst = reported === null
      reported = { done, total }
      if (isFirst) beatUnlessBusy()
    },
    async stop() {
      clearInterval(timer)
      await beating
    },
  }
}
