import { type Run, runEndpoints } from '@called-it/shared/contract/runs'
import type { PlainId } from '@called-it/shared/languages/translate'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLiveQuery } from '../events/use-live-query.ts'
import { t } from '../words/texts.ts'
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
  return orderedBy === null ? t('words.by-system') : t('words.by-name', { name: orderedBy })
}

const LABELS = {
  'score-show': 'words.run-score',
  'test-score-show': 'words.run-test',
  'reset-scores': 'words.run-reset',
  'import-catalogue': 'words.run-import',
  'update-notebook': 'words.run-notebook',
  'import-setlist': 'words.run-setlist',
  'look-up-setlist': 'words.run-look-up',
  'preview-scores': 'words.run-preview',
  'move-show': 'words.run-move',
  'recompute-locks': 'words.run-locks',
  'preview-merge': 'words.run-try-merge',
  'merge-song': 'words.run-merge',
  'check-import': 'words.run-check',
  'play-demo-show': 'words.run-demo',
  'build-replay': 'words.run-replay',
  'build-tour-history': 'words.run-history',
  'build-season': 'words.run-season',
  'build-tour': 'words.run-tour',
  'update-chances': 'words.run-chances',
} as const satisfies Record<Run['kind'], PlainId>

export const runLabel = (kind: Run['kind']) => t(LABELS[kind])
