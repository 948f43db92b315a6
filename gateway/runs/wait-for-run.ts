import type { Database } from '@called-it/infra/postgres/client'
import { findRun, type RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import type { TopicChanges } from '../parts.ts'

/** For events that were lost. */
const POLL_INTERVAL_MS = 1_000

/** @returns the run when it has ended, or its state when `until` aborts; null for an unknown run */
export async function waitForRun(
  { db, watcher }: { db: Database; watcher: TopicChanges },
  runId: number,
  until: AbortSignal,
): Promise<RunRecord | null> {
  for (;;) {
    // Subscribes before reading, so that no change in between is missed.
    const change = nextChange(watcher, until)
    const run = await findRun(db, runId).catch((error: unknown) => {
      change.cancel()
      throw error
    })
    if (!run || run.endedAt !== null || until.aborted) {
      change.cancel()
      return run
    }
    await change.happened
  }
}

function nextChange(watcher: TopicChanges, until: AbortSignal) {
  const { promise: happened, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, POLL_INTERVAL_MS)
  const stopListening = watcher.onChange(topics.runs, () => resolve())
  const stop = () => resolve()
  until.addEventListener('abort', stop)
  const cancel = () => {
    clearTimeout(timer)
    stopListening()
    until.removeEventListener('abort', stop)
  }
  return { happened: happened.then(cancel), cancel }
}
