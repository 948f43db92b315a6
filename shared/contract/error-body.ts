import { z } from 'zod'

// Apart from the texts, which the first view does without.

/** An invalid field of a 422; `path` as in `setlist.set1.3`. */
export const issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.output<typeof issue>

export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(issue).optional(),
})
export type ErrorBody = z.output<typeof errorBody>
