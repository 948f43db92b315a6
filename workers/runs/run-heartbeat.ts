import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import {
  type ClaimedRun,
  type RunProgress,
  updateHeartbeat,
} from '@called-it/infra/postgres/queries/work/run-claims'
import { topics } from '@called-it/shared/contract/events'

/** The interface shows progress at least once a second. */
const HEARTBEAT_MS = 500

/** Records twice a second, on a connection of its own, that the worker is alive and how far the run is. */
export type RunHeartbeat = {
  /** Recorded with the next heartbeat, so that reports are cheap; the first one is recorded at once. */
  progress(done: number, total: number | null): void
  /**
   * Call it before locking the run's row: a heartbeat would wait for the lock.
   * @returns the last report, which may not have been recorded
   */
  stop(): Promise<RunProgress | null>
}

type HeartbeatParts = { db: Database; publisher: EventPublisher; log: Logger }

/** @param onLost called when another worker has claimed the run, or it has ended */
export function startHeartbeat(
  { db, publisher, log }: HeartbeatParts,
  run: Pick<ClaimedRun, 'id' | 'claim'>,
  onLost: () => void,
): RunHeartbeat {
  let reported: RunProgress | null = null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    try {
      const isClaimed = reported ? await writeProgress(reported) : await updateHeartbeat(db, run)
      if (!isClaimed) onLost()
    } catch (error) {
      log.warn({ err: error, runId: run.id }, 'heartbeat failed')
    }
  }

  // Published even when unchanged, so that slow work does not look stalled.
  function writeProgress(progress: RunProgress): Promise<boolean> {
    return changeAndPublish(db, publisher, async (trx, changed) => {
      const isClaimed = await updateHeartbeat(trx, run, progress)
      if (isClaimed) changed.add(topics.runs)
      return isClaimed
    })
  }

  function writeUnlessBusy(): void {
    if (writing) return
    writing = write().finally(() => {
      writing = null
    })
  }

  const timer = setInterval(writeUnlessBusy, HEARTBEAT_MS)

  return {
    progress(done, total) {
      const isFirst = reported === null
      reported = { done, total }
      if (isFirst) writeUnlessBusy()
    },
    async stop() {
      clearInterval(timer)
      await writing
      return reported
    },
  }
}
