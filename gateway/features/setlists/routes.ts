import { findSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { getShow } from '../../resources/show.ts'
import { requestRun } from '../../runs/request-run.ts'
import { checkDraft, enterSetlist, readProposal, readSetlist, settleProposal } from './service.ts'

type SetlistHandlers = Pick<
  Handlers,
  | 'getSetlist'
  | 'getShowSetlist'
  | 'getSetlistProposal'
  | 'takeSetlistProposal'
  | 'dropSetlistProposal'
  | 'enterSetlist'
  | 'importSetlist'
  | 'lookUpSetlist'
  | 'previewScores'
>

export function setlistRoutes(parts: RequestParts): SetlistHandlers {
  const { db } = parts.postgres
  const getCurrentSetlist = async (showId: number) => {
    const setlist = await readSetlist(db, showId)
    if (!setlist) throw new Error('a setlist that was just stored is not there')
    return setlist
  }
  return {
    async getSetlist({ params }) {
      const show = await getShow(db, params.showId)
      const setlist = await findSetlist(db, show.id)
      if (!setlist) throw new ApiError('setlist_not_found')
      return { setlistdata: setlist.text, setlistnotes: setlist.notes }
    },

    async getShowSetlist({ params }) {
      const show = await getShow(db, params.showId)
      return { setlist: await readSetlist(db, show.id) }
    },

    async getSetlistProposal({ params }) {
      const show = await getShow(db, params.showId)
      return { proposal: await readProposal(db, show.id) }
    },

    async takeSetlistProposal(request) {
      const { showId } = request.params
      await settleProposal(parts, actorOf(request), request.params, 'taken')
      return { setlist: await getCurrentSetlist(showId) }
    },

    async dropSetlistProposal(request) {
      const { showId } = request.params
      await settleProposal(parts, actorOf(request), request.params, 'dropped')
      return { proposal: await readProposal(db, showId) }
    },

    async enterSetlist(request) {
      const { showId } = request.params
      await enterSetlist(parts, actorOf(request), showId, request.body)
      return { setlist: await getCurrentSetlist(showId) }
    },

    async importSetlist(request) {
      const { id: showId } = await getShow(db, request.params.showId)
      return requestRun(parts, actorOf(request), request.signal, 'import-setlist', { showId })
    },

    async lookUpSetlist(request) {
      const { id: showId } = await getShow(db, request.params.showId)
      return requestRun(parts, actorOf(request), request.signal, 'look-up-setlist', { showId })
    },

    async previewScores(request) {
      const { id: showId } = await getShow(db, request.params.showId)
      const { setlist } = request.body
      if (setlist) await checkDraft(db, setlist)
      return requestRun(parts, actorOf(request), request.signal, 'preview-scores', { showId, setlist })
    },
  }
}
