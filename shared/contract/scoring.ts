import { z } from 'zod'
import { CATEGORIES } from '../game/scoring.ts'
import { SET_NAMES } from '../game/setlist.ts'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, day } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { showParams } from './shows.ts'

const tally = z.object({ count: z.int().nonnegative(), points: z.int().nonnegative() })

/** docs/rules.md explains the five categories. */
export const breakdown = z.object({
  totalScore: z.int().nonnegative(),
  songInShow: tally,
  songInSet: tally,
  correctSong: tally,
  correctSpecial: tally,
  encoreInSet: tally,
  /** The picks that scored: set 1, set 2, encore, each by slot. */
  details: z.array(
    z.object({
      songName: z.string(),
      reason: z.enum(CATEGORIES),
      points: z.int().positive(),
      predictedSet: z.enum(SET_NAMES),
      predictedPosition: z.int().positive(),
    }),
  ),
})
export type Breakdown = z.output<typeof breakdown>

const actualEntry = z.object({ position: z.int().positive(), songName: z.string() })

/** `further` has the third and later sets. */
export const actualSetlist = z.object({
  set1: z.array(actualEntry),
  set2: z.array(actualEntry),
  encore: z.array(actualEntry),
  further: z.array(z.object({ set: z.string(), entries: z.array(actualEntry) })),
})

export const showDetails = z.object({ date: day, venue: z.string(), location: z.string() })

export const scoringEndpoints = {
  scoreShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/score',
    access: 'admin',
    summary: 'Enqueues the scoring of a show; new scores replace old ones at once',
    params: showParams,
    body: z.strictObject({
      fetchSetlist: z.boolean().default(true),
      /** Closes picks that are still open at once; they reopen if the scoring fails. Without it: 409. */
      closePicks: z.boolean().default(false),
    }),
    response: runResults['score-show'],
    accepted: runAccepted,
  }),
  testScoreShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/test-score',
    access: 'admin',
    summary: 'Enqueues a trial: scores every prediction and stores nothing',
    params: showParams,
    body: z.strictObject({ actualSetlist: z.null().optional(), fetchSetlist: z.boolean().default(true) }),
    response: runResults['test-score-show'],
    accepted: runAccepted,
  }),
  resetScores: defineEndpoint({
    method: 'POST',
    path: '/api/admin/reset-prediction-scores',
    access: 'admin',
    summary: 'Enqueues the removal of scores: of one show, or of all without a body',
    body: z.strictObject({ showId: bodyId.optional() }).optional(),
    response: runResults['reset-scores'],
    accepted: runAccepted,
  }),
} as const
