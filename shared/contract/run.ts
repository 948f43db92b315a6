import { z } from 'zod'
import { id, instant } from './fields.ts'

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
