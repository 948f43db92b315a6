import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { bodyId } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { showParams } from './shows.ts'

/** For admins. Not in scoring.ts: the first view of home loads that one, and not what runs return. */
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
    summary:
      'Enqueues the removal of scores: of one show, or of all without a body. 403 `reauthentication_required` for all unless the admin has just proven who it is',
    body: z.strictObject({ showId: bodyId.optional() }).optional(),
    response: runResults['reset-scores'],
    accepted: runAccepted,
  }),
} as const
