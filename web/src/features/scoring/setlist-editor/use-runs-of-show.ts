import { type Run, type RunKind, type RunResult, runResults } from '@called-it/shared/contract/runs'
import type { z } from 'zod'
import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'

const schemas: { [K in RunKind]: z.ZodType<RunResult<K>> } = runResults

type RunsOfShow<K extends RunKind> = {
  open: Run | null
  /** The result of the latest run that is done, whichever admin requested it. */
  result: RunResult<K> | null
}

export function useRunsOfShow<K extends RunKind>(kind: K, showId: number): RunsOfShow<K> {
  const { data } = useRuns()
  const runs = data?.runs.filter((run) => run.kind === kind && run.showId === showId) ?? []
  const done = runs.find(({ state }) => state === 'done')
  return {
    open: runs.find(isOpenRun) ?? null,
    result: schemas[kind].safeParse(done?.result).data ?? null,
  }
}
