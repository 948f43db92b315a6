import { type Run, type RunKind, type RunResult, runResults } from '@called-it/shared/contract/runs'
import type { z } from 'zod'
import { isOpenRun, useRuns } from '../../../lib/runs.ts'

const schemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

type RunsOfShow<K extends RunKind> = {
  /** The one that is queued or running; null where there is none. */
  open: Run | null
  /** What the last one that came to an end has found, whoever ordered it; null where there is none. */
  result: RunResult<K> | null
}

/** The runs of a kind for a show, as every admin's page has them. */
export function useRunsOfShow<K extends RunKind>(kind: K, showId: number): RunsOfShow<K> {
  const { data } = useRuns()
  const runs = data?.runs.filter((run) => run.kind === kind && run.showId === showId) ?? []
  const ended = runs.find(({ state }) => state === 'done')
  return {
    open: runs.find(isOpenRun) ?? null,
    result: schemas[kind].safeParse(ended?.result).data ?? null,
  }
}
