import { type RunInput, type RunKind, runInputs } from '@called-it/shared/contract/runs'
import type { z } from 'zod'

const ALL_SCORES = 'scores'
const CATALOGUE = 'catalogue'

const showSubject = (showId: number) => `show:${showId}`

const subjects: { [K in RunKind]: (order: RunInput<K>) => string } = {
  'score-show': ({ showId }) => showSubject(showId),
  'test-score-show': ({ showId }) => showSubject(showId),
  'reset-scores': ({ showId }) => (showId === null ? ALL_SCORES : showSubject(showId)),
  'import-catalogue': () => CATALOGUE,
  'update-notebook': () => CATALOGUE,
  'import-setlist': ({ showId }) => showSubject(showId),
  // These change nothing, so they run beside the scoring of their show.
  'look-up-setlist': ({ showId }) => `look-up:${showId}`,
  'preview-scores': ({ showId }) => `preview:${showId}`,
  'move-show': ({ showId }) => showSubject(showId),
  'recompute-locks': () => CATALOGUE,
  'preview-merge': ({ songId }) => `merge-preview:${songId}`,
  'merge-song': ({ songId }) => `merge:${songId}`,
  'check-import': ({ upload }) => (upload === undefined ? 'check' : `check:${upload}`),
  'play-demo-show': () => 'demo-show',
  'build-replay': ({ showId }) => `replay:${showId}`,
  'build-tour-history': ({ tourId }) => `tour-history:${tourId}`,
  'build-season': ({ tourId }) => `season:${tourId}`,
  'build-tour': ({ tourId }) => `tour:${tourId}`,
  'update-chances': () => 'chances',
}

/** Runs with the same subject never overlap. */
export function subjectOf<K extends RunKind>(kind: K, order: RunInput<K>): string {
  return subjects[kind](order)
}

type Merge<K extends RunKind> = (queued: RunInput<K>, added: RunInput<K>) => RunInput<K>

const fetchIfEither: Merge<'score-show' | 'test-score-show'> = (queued, added) => ({
  ...added,
  fetchSetlist: queued.fetchSetlist || added.fetchSetlist,
})

/** What one has confirmed, all have. */
const mergeConfirmations: Merge<'update-notebook'> = (queued, added) =>
  queued.confirm || added.confirm ? { confirm: true } : {}

/** For other kinds only the newest order counts. */
const merges: { [K in RunKind]?: Merge<K> } = {
  'score-show': fetchIfEither,
  'test-score-show': fetchIfEither,
  'import-catalogue': (queued, added) => ({
    notebookOnly: false,
    ...mergeConfirmations(queued, added),
  }),
  'update-notebook': mergeConfirmations,
}

/** The order of a queued run after another request has joined it. */
export function mergeOrders<K extends RunKind>(
  kind: K,
  queued: RunInput<K>,
  added: RunInput<K>,
): RunInput<K> {
  const merge = merges[kind]
  return merge ? merge(queued, added) : added
}

export const orderSchemas: { [K in RunKind]: z.ZodType<RunInput<K>> } = runInputs
