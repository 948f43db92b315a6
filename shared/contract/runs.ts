import { z } from 'zod'
import { id, instant } from './fields.ts'
import { keptSetlist, sourceSetlist } from './setlists.ts'

/** The kinds of long work; each is a job of the same name. */
export const RUN_KINDS = [
  'score-show',
  'test-score-show',
  'reset-scores',
  'import-catalogue',
  'import-setlist',
  'look-up-setlist',
  'preview-scores',
  'move-show',
] as const
export type RunKind = (typeof RUN_KINDS)[number]

export const RUN_STATES = ['queued', 'running', 'done', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

const count = z.int().nonnegative()

/** What a finished run of each kind tells: the fields of the ordering call's 200 answer. */
export const runResults = {
  'score-show': z.object({ processed: count, errors: count }),
  'test-score-show': z.object({
    scoredPredictions: count,
    /** True where no setlist was to be had and the sample stood in. */
    sample: z.boolean(),
    /** How many predictions reached each total, by total. */
    distribution: z.array(z.object({ total: count, predictions: count })),
  }),
  'reset-scores': z.object({ message: z.string(), shows: count, predictions: count }),
  'import-catalogue': z.object({ message: z.string(), songs: count, tours: count, shows: count }),
  'import-setlist': z.object({ message: z.string(), revision: count, changed: z.boolean() }),
  'look-up-setlist': sourceSetlist,
  'preview-scores': z.object({
    /** What was scored: an order that joined another one previews the newest draft. Null: the show's own. */
    setlist: keptSetlist.nullable(),
    predictions: count,
    /**
     * Predictions whose score would be another one, and of them those that would rise and fall. While a show
     * is not scored, every prediction stands at 0: those move that would get points.
     */
    moved: count,
    raised: count,
    lowered: count,
    /** In points; 0 where none would rise, or fall. */
    largestRise: count,
    largestFall: count,
  }),
  'move-show': z.object({ message: z.string(), moved: z.boolean() }),
} as const satisfies Record<RunKind, z.ZodObject>
export type RunResult<K extends RunKind> = z.output<(typeof runResults)[K]>

/** What each kind of run is told when it is ordered, beside its subject. */
export const runOrders = {
  'score-show': z.object({ showId: id, fetchSetlist: z.boolean() }),
  'test-score-show': z.object({ showId: id, fetchSetlist: z.boolean() }),
  'reset-scores': z.object({ showId: id.nullable() }),
  'import-catalogue': z.object({ notebookOnly: z.boolean() }),
  'import-setlist': z.object({ showId: id }),
  'look-up-setlist': z.object({ showId: id }),
  'preview-scores': z.object({ showId: id, setlist: keptSetlist.nullable() }),
  'move-show': z.object({ showId: id, tourId: id.nullable() }),
} as const satisfies Record<RunKind, z.ZodObject>
export type RunOrder<K extends RunKind> = z.output<(typeof runOrders)[K]>

/** A run as admins see it, in calls and in live events. */
export const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  /** What the run works on: `show:12`, `look-up:12`, `preview:12`, `scores`, `catalogue`. Runs of one subject never overlap. */
  subject: z.string(),
  showId: id.nullable(),
  state: z.enum(RUN_STATES),
  done: count,
  /** Null until it is known how much there is to do. */
  total: count.nullable(),
  /** The result's fields once the run is done, as `runResults` has them. */
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.object({ message: z.string(), code: z.string() }).nullable(),
  orderedBy: z.string().nullable(),
  createdAt: instant,
  /** For how long it has been worked on, on the server's clock; null while it waits. With `done` it tells the pace. */
  workedMs: count.nullable(),
  endedAt: instant.nullable(),
})
export type Run = z.output<typeof run>

/** What tells a run that only a newer program knows from one that is malformed. */
const namedRun = z.object({ kind: z.string(), state: z.string() })
const knownRun = z.object({ kind: z.enum(RUN_KINDS), state: z.enum(RUN_STATES) })

function isOfNewerProgram(one: unknown): boolean {
  return namedRun.safeParse(one).success && !knownRun.safeParse(one).success
}

/** Runs as answers and events carry them. Those of a kind or state that only a newer program knows are passed over. */
export const runs = z.preprocess(
  (list: unknown) => (Array.isArray(list) ? list.filter((one) => !isOfNewerProgram(one)) : list),
  z.array(run),
)

/** The 202 answer: the work is ordered and will be done; follow the run. */
export const runAccepted = z.object({ runId: id, status: z.enum(RUN_STATES) })
