import type { Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { requestRun } from '../runs/request-run.ts'
import { getShow } from '../shows/get-show.ts'
import { setLock } from '../shows/lock.ts'
import { presentShow } from '../shows/presenter.ts'
import { checkNotebook } from '../songs/service.ts'
import { checkDraft, enterSetlist, readSetlist } from './setlist.ts'

type AdminHandlers = Pick<
  Handlers,
  | 'checkAdmin'
  | 'scoreShow'
  | 'testScoreShow'
  | 'resetScores'
  | 'updateNotebook'
  | 'importCatalogue'
  | 'getShowSetlist'
  | 'enterSetlist'
  | 'importSetlist'
  | 'lookUpSetlist'
  | 'previewScores'
  | 'lockShow'
>

export function adminRoutes(parts: RequestParts): AdminHandlers {
  const { db } = parts.postgres
  return {
    checkAdmin: async () => ({ isAdmin: true }),

    async scoreShow(call) {
      const { id: showId } = await getShow(db, call.params.showId)
      const { fetchSetlist } = call.body
      return requestRun(parts, actorOf(call), call.signal, 'score-show', { showId, fetchSetlist })
    },

    async testScoreShow(call) {
      const { id: showId } = await getShow(db, call.params.showId)
      const { fetchSetlist } = call.body
      return requestRun(parts, actorOf(call), call.signal, 'test-score-show', { showId, fetchSetlist })
    },

    async resetScores(call) {
      const showId = call.body?.showId ?? null
      if (showId !== null) await getShow(db, showId)
      return requestRun(parts, actorOf(call), call.signal, 'reset-scores', { showId })
    },

    async updateNotebook(call) {
      checkNotebook(parts.site, call.params.notebook)
      return requestRun(parts, actorOf(call), call.signal, 'import-catalogue', { notebookOnly: true })
    },

    async importCatalogue(call) {
      return requestRun(parts, actorOf(call), call.signal, 'import-catalogue', { notebookOnly: false })
    },

    async getShowSetlist({ params }) {
      const show = await getShow(db, params.showId)
      return { setlist: await readSetlist(db, show.id) }
    },

    async enterSetlist(call) {
      const { showId } = call.params
      await enterSetlist(parts, actorOf(call), showId, call.body)
      const setlist = await readSetlist(db, showId)
      if (!setlist) throw new Error('a setlist that was just entered is not there')
      return { setlist }
    },

    async importSetlist(call) {
      const { id: showId } = await getShow(db, call.params.showId)
      return requestRun(parts, actorOf(call), call.signal, 'import-setlist', { showId })
    },

    async lookUpSetlist(call) {
      const { id: showId } = await getShow(db, call.params.showId)
      return requestRun(parts, actorOf(call), call.signal, 'look-up-setlist', { showId })
    },
    async previewScores(call) {
      const { id: showId } = await getShow(db, call.params.showId)
      const { setlist } = call.body
      if (setlist) await checkDraft(db, setlist)
      return requestRun(parts, actorOf(call), call.signal, 'preview-scores', { showId, setlist })
    },

    async lockShow(call) {
      const { locks_at: locksAt } = call.body
      await setLock(parts, actorOf(call), call.params.showId, locksAt === null ? null : new Date(locksAt))
      return presentShow(await getShow(db, call.params.showId))
    },
  }
}
