import { appendFile } from 'node:fs/promises'
import { z } from 'zod'

/** What came of one call, event, job or parser; a line of the file that `FUZZ_TALLY` names. */
export const fuzzTally = z.object({
  /** What was tried: the calls, the socket's events, … */
  subject: z.string(),
  name: z.string(),
  inputs: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  /** What should not have happened, with the seed and the smallest input that brings it about. */
  finding: z.string().nullable(),
})
export type FuzzTally = z.output<typeof fuzzTally>

/** Tells whoever started the run what came of one of its parts; without somebody who asked, nothing is kept. */
export async function noteTally(tally: FuzzTally): Promise<void> {
  const { FUZZ_TALLY: file } = process.env
  if (file !== undefined) await appendFile(file, `${JSON.stringify(tally)}\n`)
}
