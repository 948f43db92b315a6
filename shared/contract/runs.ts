import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id, instant, pathId, version } from './fields.ts'
import { importCheck, sourceFaults } from './import-checks.ts'
import { keptSetlist, sourceSetlist } from './setlists.ts'

/** Long work; each kind is a job of the same name. */
export const RUN_KINDS = [
  'score-show',
  'test-score-show',
  'reset-scores',
  'import-catalogue',
  'update-notebook',
  'import-setlist',
  'look-up-setlist',
  'preview-scores',
  'move-show',
  'recompute-locks',
  'preview-merge',
  'merge-song',
  'check-import',
  'play-demo-show',
  'build-replay',
  'build-tour-history',
  'build-season',
  'build-tour',
  'update-chances',
] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** Requested by the first page that needs their result; `build-season` when a tour is over, too. */
export const BUILD_KINDS = [
  'build-replay',
  'build-tour-history',
  'build-season',
  'build-tour',
] as const satisfies readonly RunKind[]
export type BuildKind = (typeof BUILD_KINDS)[number]

/** Nobody requests them by hand. */
export const UNLISTED_KINDS = [...BUILD_KINDS, 'update-chances'] as const satisfies readonly RunKind[]

export const RUN_STATES = ['queued', 'running', 'done', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

const count = z.int().nonnegative()

const imported = z.object({ message: z.string(), songs: count, tours: count, shows: count })

/** Results of finished runs: the fields of the 200 response of the endpoint that requests the run. */
export const runResults = {
  'score-show': z.object({
    processed: count,
    errors: count,
    /** About a setlist of the source that was proposed instead of stored. */
    message: z.string().optional(),
  }),
  'test-score-show': z.object({
    scoredPredictions: count,
    /** True where no setlist was found and the sample was used. */
    sample: z.boolean(),
    /** Empty while only their owners see the picks. */
    distribution: z.array(z.object({ total: count, predictions: count })),
  }),
  'reset-scores': z.object({ message: z.string(), shows: count, predictions: count }),
  'import-catalogue': imported.extend({
    /** Absent without faults. Lists of runs leave it out. */
    faults: sourceFaults.optional(),
  }),
  'update-notebook': imported,
  'import-setlist': z.object({ message: z.string(), revision: count, changed: z.boolean() }),
  'look-up-setlist': sourceSetlist,
  'preview-scores': z.object({
    /** What was scored: joined requests preview the newest draft. Null: the show's own setlist. */
    setlist: keptSetlist.nullable(),
    predictions: count,
    /**
     * Predictions whose score would change, and those of them that would rise and fall. While a show is not
     * scored, every prediction has 0 points.
     */
    moved: count,
    raised: count,
    lowered: count,
    /** In points. */
    largestRise: count,
    largestFall: count,
  }),
  'move-show': z.object({ message: z.string(), moved: z.boolean() }),
  /** Open shows whose picks close at another time, whose lock stays although it should have passed, and without a zone. */
  'recompute-locks': z.object({ message: z.string(), moved: count, kept: count, unknown: count }),
  'preview-merge': z.object({
    /** What was counted: joined requests count the newest. */
    songId: id,
    into: id.nullable(),
    /** Oldest first; `scores` would change. */
    shows: z.array(z.object({ id, date: day, venue: z.string(), predictions: count, scores: count })),
  }),
  /** The shows that will be scored again. */
  'merge-song': z.object({ message: z.string(), shows: count }),
  'check-import': importCheck,
  'play-demo-show': z.object({ message: z.string(), showId: id }),
  'build-replay': z.object({ steps: count }),
  'build-tour-history': z.object({ shows: count }),
  'build-season': z.object({ chunks: count }),
  'build-tour': z.object({ songs: count }),
  'update-chances': z.object({ shows: count }),
} as const satisfies Record<RunKind, z.ZodObject>
export type RunResult<K extends RunKind> = z.output<(typeof runResults)[K]>

/** `into` is null to end a merge. */
const songMerge = z.object({ songId: id, into: id.nullable() })

/** Of uploaded setlists: a folder in the data folder's `setlists`. */
export const uploadName = z.string().regex(/^\d{8}-[0-9a-f]{8}$/)

/** True: import also what would retire more than a third of the songs or shows. */
const confirm = z.boolean().optional()

export const runInputs = {
  'score-show': z.object({ showId: id, fetchSetlist: z.boolean() }),
  'test-score-show': z.object({ showId: id, fetchSetlist: z.boolean() }),
  'reset-scores': z.object({ showId: id.nullable() }),
  /** `notebookOnly`: workers of 0.11.0 require it. */
  'import-catalogue': z.object({ notebookOnly: z.literal(false), confirm }),
  'update-notebook': z.object({ confirm }),
  'import-setlist': z.object({ showId: id }),
  'look-up-setlist': z.object({ showId: id }),
  'preview-scores': z.object({ showId: id, setlist: keptSetlist.nullable() }),
  'move-show': z.object({ showId: id, tourId: id.nullable() }),
  'recompute-locks': z.object({}),
  'preview-merge': songMerge,
  'merge-song': songMerge,
  /** Absent: the source in effect. */
  'check-import': z.object({ upload: uploadName.optional() }),
  /** How long the show takes. */
  'play-demo-show': z.object({ seconds: z.number().positive() }),
  'build-replay': z.object({ showId: id }),
  'build-tour-history': z.object({ tourId: id }),
  'build-season': z.object({ tourId: id }),
  'build-tour': z.object({ tourId: id }),
  'update-chances': z.object({}),
} as const satisfies Record<RunKind, z.ZodObject>
export type RunInput<K extends RunKind> = z.output<(typeof runInputs)[K]>

/** As admins see it, in responses and live events. */
export const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  /**
   * `show:12`, `look-up:12`, `preview:12`, `merge:12`, `merge-preview:12`, `replay:12`, `tour-history:12`, `season:12`,
   * `check`, `check:` with an upload, `chances`, `demo-show`, `scores` or `catalogue`. Runs of one subject never overlap.
   */
  subject: z.string(),
  showId: id.nullable(),
  state: z.enum(RUN_STATES),
  done: count,
  /** Null until the amount of work is known. */
  total: count.nullable(),
  /** As in `runResults`, once the run is done. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.object({ message: z.string(), code: z.string() }).nullable(),
  orderedBy: z.string().nullable(),
  createdAt: instant,
  /** Time since the run started, by the server's clock; null while it is queued. */
  workedMs: count.nullable(),
  endedAt: instant.nullable(),
})
export type Run = z.output<typeof run>

/** Tells a run of a newer release from a malformed one. */
const namedRun = z.object({ kind: z.string(), state: z.string() })
const knownRun = z.object({ kind: z.enum(RUN_KINDS), state: z.enum(RUN_STATES) })

function isOfNewerProgram(one: unknown): boolean {
  return namedRun.safeParse(one).success && !knownRun.safeParse(one).success
}

/** Runs of a kind or state that only a newer release knows are skipped. */
export const runs = z.preprocess(
  (list: unknown) => (Array.isArray(list) ? list.filter((one) => !isOfNewerProgram(one)) : list),
  z.array(run),
)

/** The 202 response: the run is enqueued. */
export const runAccepted = z.object({ runId: id, status: z.enum(RUN_STATES) })

export const runEndpoints = {
  listRuns: defineEndpoint({
    method: 'GET',
    path: '/api/admin/runs',
    access: 'admin',
    summary: 'The latest runs, newest first',
    response: z.object({ runs, version }),
  }),
  getRun: defineEndpoint({
    method: 'GET',
    path: '/api/admin/runs/:runId',
    access: 'admin',
    summary: 'One run',
    params: z.object({ runId: pathId }),
    response: run,
  }),
} as const
