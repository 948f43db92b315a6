import type { Database } from '@called-it/infra/postgres/client'
import { findRun, type RunRecord } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import type { TopicChanges } from '../../parts.ts'

/** How often a run is looked at though nobody tells that it has moved. */
const LOOK_EVERY_MS = 1_000

/**
 * Waits for the end of a run: looks when the topic of the runs moves, and once a second in any case.
 *
 * @param until ends the waiting
 * @returns the run, ended or as it stands when the waiting ends; null where there is none
 */
export async function waitForRun(
  { db, watcher }: { db: Database; watcher: TopicChanges },
  runId: number,
  until: AbortSignal,
): Promise<RunRecord | null> {
  for (;;) {
    // Listened for before the run is read, or a move between the two would be missed.
    const move = nextMove(watcher, until)
    const run = await findRun(db, runId).catch((error: unknown) => {
      move.cancel()
      throw error
    })
    if (!run || run.endedAt !== null || until.aborted) {
      move.cancel()
      return run
    }
    await move.happened
  }
}

function nextMove(watcher: TopicChanges, until: AbortSignal) {
  const { promise: happened, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LOOK_EVERY_MS)
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
