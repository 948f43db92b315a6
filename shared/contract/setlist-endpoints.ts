import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { pathId } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { currentSetlist, handSetlist, setlistProposal } from './setlists.ts'
import { showParams } from './shows.ts'

const openProposal = z.object({ proposal: setlistProposal.nullable() })
const proposalParams = showParams.extend({ proposalId: pathId })

/** For admins. Not in setlists.ts: these endpoints import runs.ts, whose results contain setlists. */
export const setlistEndpoints = {
  getShowSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/admin/shows/:showId/setlist',
    access: 'admin',
    summary: 'The setlist of a show, song by song',
    params: showParams,
    response: z.object({ setlist: currentSetlist.nullable() }),
  }),
  getSetlistProposal: defineEndpoint({
    method: 'GET',
    path: '/api/admin/shows/:showId/setlist/proposal',
    access: 'admin',
    summary: 'A setlist of the source that seems to be cut off, until an admin takes or drops it',
    params: showParams,
    response: openProposal,
  }),
  takeSetlistProposal: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/proposals/:proposalId',
    access: 'admin',
    summary: "Makes a proposed setlist the show's newest revision",
    params: proposalParams,
    response: z.object({ setlist: currentSetlist }),
  }),
  dropSetlistProposal: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/shows/:showId/setlist/proposals/:proposalId',
    access: 'admin',
    summary: 'Drops a proposed setlist, until the source has another one',
    params: proposalParams,
    response: openProposal,
  }),
  enterSetlist: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/setlist',
    access: 'admin',
    summary: "Enters a show's setlist by hand; an import of the source's setlist replaces it",
    params: showParams,
    body: handSetlist.extend({
      /** The revision that was edited, 0 for none; 409 when another one is the newest. */
      basedOn: z.int().nonnegative().optional(),
    }),
    response: z.object({ setlist: currentSetlist }),
  }),
  lookUpSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/look-up',
    access: 'admin',
    summary: 'Fetches the setlist from the source and stores nothing',
    params: showParams,
    response: runResults['look-up-setlist'],
    accepted: runAccepted,
  }),
  previewScores: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/preview',
    access: 'admin',
    summary: 'Counts the scores that a setlist would change, by default the newest revision; stores nothing',
    params: showParams,
    body: z.strictObject({ setlist: handSetlist.nullable().default(null) }),
    response: runResults['preview-scores'],
    accepted: runAccepted,
  }),
  importSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/setlist/import',
    access: 'admin',
    summary: "Enqueues the import of the source's setlist, which replaces one entered by hand",
    params: showParams,
    response: runResults['import-setlist'],
    accepted: runAccepted,
  }),
} as const
