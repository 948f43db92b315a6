import { z } from 'zod'
import { id } from './fields.ts'
import { RUN_STATES, type RunKind } from './run.ts'
import { handSetlist, sourceSetlist } from './setlists.ts'

/* What a run is stands by itself: every page knows of runs, but not of what they are ordered with. */
export { RUN_KINDS, RUN_STATES, type Run, type RunKind, type RunState, run } from './run.ts'

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
    setlist: handSetlist.nullable(),
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
  'preview-scores': z.object({ showId: id, setlist: handSetlist.nullable() }),
  'move-show': z.object({ showId: id, tourId: id.nullable() }),
} as const satisfies Record<RunKind, z.ZodObject>
export type RunOrder<K extends RunKind> = z.output<(typeof runOrders)[K]>

/** The 202 answer: the work is ordered and will be done; follow the run. */
export const runAccepted = z.object({ runId: id, status: z.enum(RUN_STATES) })
