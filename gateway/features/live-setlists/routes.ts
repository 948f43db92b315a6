import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import { readLiveEditor } from './editor.ts'
import { takeSourceSetlist } from './source.ts'
import { type LiveSetlistParts, settleConflict, tapSetlist } from './taps.ts'

export function liveSetlistRoutes(
  parts: LiveSetlistParts,
): Pick<Handlers, 'getLiveEditor' | 'tapSetlist' | 'settleConflict' | 'takeSourceSetlist'> {
  return {
    getLiveEditor: ({ params }) => readLiveEditor(parts.postgres.db, params.showId),
    tapSetlist: (request) => tapSetlist(parts, actorOf(request), request.params.showId, request.body),
    settleConflict: (request) =>
      settleConflict(parts, actorOf(request), request.params, request.body.decision),
    takeSourceSetlist: async (request) => ({
      revision: await takeSourceSetlist(parts, actorOf(request), request.params.showId),
    }),
  }
}
