import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, enteredInstant, pathId } from './fields.ts'
import { run, runAccepted, runResults, runs } from './runs.ts'
import { currentSetlist, handSetlist } from './setlists.ts'
import { show } from './shows.ts'

const showParams = z.object({ showId: pathId })

export const adminEndpoints = {
  scoreShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/score',
    access: 'admin',
    summary: 'Orders the scoring of a show; on a scored show new scores replace the old ones at once',
    params: showParams,
    body: z.strictObject({ fetchSetlist: z.boolean().default(true) }),
    response: runResults['score-show'],
    accepted: runAccepted,
  }),
  testScoreShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/test-score',
    access: 'admin',
    summary: 'Orders a trial: every prediction is scored, nothing is stored',
    params: showParams,
    body: z.strictObject({ actualSetlist: z.null().optional(), fetchSetlist: z.boolean().default(true) }),
    response: runResults['test-score-show'],
    accepted: runAccepted,
  }),
  resetScores: defineEndpoint({
    method: 'POST',
    path: '/api/admin/reset-prediction-scores',
    access: 'admin',
    summary: 'Orders the removal of scores: of one show, or of all without a body',
    body: z.strictObject({ showId: bodyId.optional() }).optional(),
    response: runResults['reset-scores'],
    accepted: runAccepted,
  }),
  updateNotebook: defineEndpoint({
    method: 'POST',
    path: '/api/admin/:notebook/update',
    access: 'admin',
    summary: "Orders the import of songs and of the songwriter's notebook",
    params: z.object({ notebook: z.string().regex(/^[a-z0-9-]+-notebook$/) }),
    response: runResults['import-catalogue'],
    accepted: runAccepted,
  }),
  importCatalogue: defineEndpoint({
    method: 'POST',
    path: '/api/admin/catalogue/import',
    access: 'admin',
    summary: 'Orders the import of songs, notebook, tours, shows and the setlists that recent shows lack',
    response: runResults['import-catalogue'],
    accepted: runAccepted,
  }),
  getShowSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/admin/shows/:showId/setlist',
    access: 'admin',
    summary: 'The setlist of a show, song by song',
    params: showParams,
    response: z.object({ setlist: currentSetlist.nullable() }),
  }),
  enterSetlist: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/setlist',
    access: 'admin',
    summary: "Enters a show's setlist by hand; it stands until the source's is taken",
    params: showParams,
    body: handSetlist.extend({
      /** The revision that it was made from, 0 where there was none; where another is newest, it is a conflict. */
      basedOn: z.int().nonnegative().optional(),
    }),
    response: z.object({ setlist: currentSetlist }),
  }),
  lookUpSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/look-up',
    access: 'admin',
    summary: 'Asks the source what was played, and stores nothing',
    params: showParams,
    response: runResults['look-up-setlist'],
    accepted: runAccepted,
  }),
  previewScores: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/preview',
    access: 'admin',
    summary:
      'Counts how many scores a setlist would move, the newest revision where none is given; stores nothing',
    params: showParams,
    body: z.strictObject({ setlist: handSetlist.nullable().default(null) }),
    response: runResults['preview-scores'],
    accepted: runAccepted,
  }),
  importSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/import',
    access: 'admin',
    summary: "Orders the import of the source's setlist, which replaces one entered by hand",
    params: showParams,
    response: runResults['import-setlist'],
    accepted: runAccepted,
  }),
  lockShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/lock',
    access: 'admin',
    summary: 'Sets when picks close, or lets them close with the day; a later instant reopens a reset show',
    params: showParams,
    body: z.strictObject({ locks_at: enteredInstant.nullable() }),
    response: show,
  }),
  listRuns: defineEndpoint({
    method: 'GET',
    path: '/api/admin/runs',
    access: 'admin',
    summary: 'The latest runs, newest first',
    response: z.object({ runs, version: z.int().nonnegative() }),
  }),
  getRun: defineEndpoint({
    method: 'GET',
    path: '/api/admin/runs/:runId',
    access: 'admin',
    summary: 'One run',
    params: z.object({ runId: pathId }),
    response: run,
  }),
} as const
