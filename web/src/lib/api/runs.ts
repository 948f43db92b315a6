import { type Run, runEndpoints } from '@called-it/shared/contract/runs'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLiveQuery } from '../events/use-live-query.ts'
import { request } from './api.ts'
import { queryKeys } from './query-keys.ts'

type Runs = { runs: Run[]; version: number }

export function useRuns(): UseQueryResult<Runs> {
  return useLiveQuery<Runs, 'run:changed'>({
    queryKey: queryKeys.runs,
    queryFn: ({ signal }) => request(runEndpoints.listRuns, { signal }),
    event: 'run:changed',
    versionOf: (held) => held.version,
    apply: (held, event) => {
      const moved = new Set(event.runs.map(({ id }) => id))
      const runs = [...event.runs, ...held.runs.filter(({ id }) => !moved.has(id))]
      return { runs: runs.sort((a, b) => b.id - a.id), version: event.to }
    },
  })
}

export function isOpenRun(run: Run): boolean {
  return run.state === 'queued' || run.state === 'running'
}

export function requesterOf({ orderedBy }: Run): string {
  return orderedBy === null ? 'by the system' : `by ${orderedBy}`
}

export const RUN_LABELS: Readonly<Record<Run['kind'], string>> = {
  'score-show': 'scoring',
  'test-score-show': 'testing',
  'reset-scores': 'resetting',
  'import-catalogue': 'importing the catalogue',
  'update-notebook': 'updating the notebook songs',
  'import-setlist': 'importing the setlist',
  'look-up-setlist': 'asking the source',
  'preview-scores': 'previewing',
  'move-show': 'moving the show',
  'recompute-locks': 'setting when picks close',
  'preview-merge': 'previewing a merge',
  'merge-song': 'merging songs',
  'check-import': 'checking the import',
  'play-demo-show': 'playing the demo show',
  'build-replay': 'building a replay',
  'build-tour-history': 'building the history of a tour',
  'build-season': 'building the season of a tour',
  'build-tour': 'counting the songs of a tour',
  'update-chances': 'updating the chances',
}
