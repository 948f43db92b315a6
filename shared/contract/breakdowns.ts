import { z } from 'zod'
import { ownCorrection } from './corrections.ts'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, pathId } from './fields.ts'
import { pickedSetlist, prediction } from './predictions.ts'
import { actualSetlist, breakdown, showDetails, standing } from './scoring.ts'

/* Apart from the predictions, which the first view of the client has. */

/** Identified by id, else by slug, else by name, ignoring case. */
const playedEntry = z.object({
  id: bodyId.optional(),
  slug: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  songName: z.string().max(200).optional(),
  position: z.int().positive().optional(),
})
const playedSet = z.array(playedEntry).max(60)

const playedSetlist = z.object({
  set1: playedSet.default([]),
  set2: playedSet.default([]),
  encore: playedSet.default([]),
})
export type PlayedSetlist = z.output<typeof playedSetlist>

export const breakdownEndpoints = {
  getBreakdown: defineEndpoint({
    method: 'GET',
    path: '/api/predictions/:predictionId/breakdown',
    access: 'fan',
    forKeys: true,
    summary: 'How a prediction scored; for its owner and for admins',
    params: z.object({ predictionId: pathId }),
    response: z.object({
      prediction,
      breakdown,
      actualSetlist,
      showDetails,
      /** Among all players of the show. */
      standing,
      /** Those that changed its points, newest first. */
      corrections: z.array(ownCorrection),
    }),
  }),
  testScore: defineEndpoint({
    method: 'POST',
    path: '/api/test/score',
    access: 'fan',
    summary: 'Scores a prediction against a given setlist, or the sample; stores nothing',
    body: z.strictObject({
      prediction: z.object({ setlist: pickedSetlist }).or(pickedSetlist),
      actualSetlist: playedSetlist.nullish(),
    }),
    response: z.object({ breakdown, score: z.int().nonnegative(), actualSetlist }),
  }),
} as const
