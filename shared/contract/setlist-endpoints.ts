import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { runAccepted, runResults } from './runs.ts'
import { currentSetlist, handSetlist } from './setlists.ts'
import { showParams } from './shows.ts'

/** Not in setlists.ts: these endpoints import runs.ts, whose results contain setlists. */
export const setlistEndpoints = {
  getSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/setlists/:showId',
    access: 'visitor',
    summary: 'The setlist of a show as text',
    params: showParams,
    response: z.object({ setlistdata: z.string(), setlistnotes: z.string().nullable() }),
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
} as const
