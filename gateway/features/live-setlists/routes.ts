import { changeAndPublish } from '@called-it/infra/events/change'
import { addTopicsOfRevision } from '@called-it/infra/events/revision-topics'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { deleteProposal } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import {
  hasPerformances,
  insertSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { phaseOfShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findStoredReading } from '@called-it/infra/postgres/queries/live/source-readings'
import { topics } from '@called-it/shared/contract/events'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { readLiveEditor } from './editor.ts'
import { getShowForUpdate, requireRunning } from './running-show.ts'
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

/**
 * Stores the setlist that was last read from the source as the show's newest revision. Unless somebody has ended the
 * show, it goes on in the set of the last song.
 *
 * @returns its number
 * @throws ApiError like `tapSetlist`; `setlist_not_found` where the source lists none, `show_excluded`
 */
function takeSourceSetlist(
  { postgres, publisher }: LiveSetlistParts,
  actor: Actor,
  showId: number,
): Promise<number> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const show = await getShowForUpdate(trx, showId)
    requireRunning(show)
    const reading = await findStoredReading(trx, showId)
    if (!reading?.setlist || !hasPerformances(reading.setlist)) throw new ApiError('setlist_not_found')
    if (reading.setlist.excluded) throw new ApiError('show_excluded')
    const { source, setlist } = reading
    const runs = phaseOfShow(show) !== 'ended'
    const stored = await insertSourceSetlist(trx, { source, showId, setlist, runs })
    if (!stored.changed) return stored.number
    await deleteProposal(trx, showId)
    await insertAuditEntry(trx, {
      ...actor,
      action: 'setlist:taken-from-source',
      subject: topics.show(showId),
      details: { revision: stored.number },
    })
    await addTopicsOfRevision(trx, changed, show, stored)
    return stored.number
  })
}
