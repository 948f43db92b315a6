import { z } from 'zod'
import { changedSong, correctionSource } from './corrections.ts'
import { defineEndpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { showParams } from './shows.ts'

const count = z.int().nonnegative()

/** What another scoring of a show changed. */
const correction = z.object({
  at: instant,
  source: correctionSource,
  songs: z.array(changedSong),
  /** Players whose points rose, and fell. */
  raised: count,
  lowered: count,
})
export type Correction = z.output<typeof correction>

/** Not in corrections.ts: the first view loads that one. */
export const correctionEndpoints = {
  listCorrections: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/corrections',
    access: 'visitor',
    summary: 'What later scorings of a show changed, newest first',
    params: showParams,
    response: z.object({ corrections: z.array(correction) }),
  }),
} as const
