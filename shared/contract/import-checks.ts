import { z } from 'zod'

const count = z.int().nonnegative()

/** Kept of the faults of a check or an import; `import check` prints all. */
export const MAX_KEPT_FAULTS = 100

/** One thing that is wrong in the source's data. */
export const sourceFault = z.object({
  /** The name of the source where it has no files. */
  file: z.string(),
  /** From 1; null when the fault is the whole file's. */
  row: count.nullable(),
  /** The source's id; null when the row names none. */
  show: z.string().nullable(),
  /** Null when the fault is the whole row's. */
  field: z.string().nullable(),
  message: z.string(),
})
export type SourceFault = z.output<typeof sourceFault>

/** `count` is of all faults, also of those that are not listed. */
export const sourceFaults = z.object({ count, listed: z.array(sourceFault) })
export type SourceFaults = z.output<typeof sourceFaults>

export const catalogueChange = z.object({
  noun: z.enum(['song', 'tour', 'show']),
  /** A song is `proposed as renamed` where it would be retired, and seems to be the same as a new one. */
  change: z.enum(['new', 'changed', 'renamed', 'retired', 'proposed as renamed', 'vanished']),
  count,
  /** The first 20. A renamed one has both names. */
  names: z.array(z.string()),
})
export type CatalogueChange = z.output<typeof catalogueChange>

/** Predictions whose points would change, if setlists were imported and their shows scored again. */
const scoreMoves = z.object({
  moved: count,
  shows: count,
  /** The first 20. */
  listed: z.array(z.object({ show: z.string(), moved: count, predictions: count })),
})

/** What an import would do. */
export const importCheck = z.object({
  /** Of uploaded files, by their name. */
  upload: z.string().optional(),
  faults: sourceFaults,
  /** Why an import would store nothing; null if it would. */
  refusal: z.string().nullable(),
  /** What somebody has to confirm before an import stores anything; null if it would just do. */
  question: z.string().nullable(),
  changes: z.array(catalogueChange),
  scores: scoreMoves,
})
export type ImportCheck = z.output<typeof importCheck>
