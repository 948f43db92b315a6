import {
  listAdminShows,
  type AdminShow as StoredShow,
} from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { actorOf } from '../../auth/actor.ts'
import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { checkNotebook } from '../../resources/notebook.ts'
import { presentShow } from '../../resources/show.ts'
import { requestRun } from '../../runs/request-run.ts'
import { createShow, createTour, editShow, editTour, getAdminShow, getAdminTour } from './service.ts'

type CatalogueHandlers = Pick<
  Handlers,
  | 'createTour'
  | 'updateTour'
  | 'listAdminTourShows'
  | 'listShowsWithoutTour'
  | 'getAdminShow'
  | 'createShow'
  | 'updateShow'
  | 'updateNotebook'
  | 'importCatalogue'
  | 'checkImport'
>

export function catalogueRoutes(parts: RequestParts): CatalogueHandlers {
  const { db } = parts.postgres
  const readShow = async (showId: number) => presentAdminShow(await getAdminShow(db, showId))

  return {
    createTour: async (request) => getAdminTour(db, await createTour(parts, actorOf(request), request.body)),
    async updateTour(request) {
      const { tourId } = request.params
      await editTour(parts, actorOf(request), tourId, request.body)
      return getAdminTour(db, tourId)
    },
    async listAdminTourShows({ params: { tourId } }) {
      const tour = await getAdminTour(db, tourId)
      return { tour, shows: (await listAdminShows(db, tourId)).map(presentAdminShow) }
    },
    listShowsWithoutTour: async () => ({ shows: (await listAdminShows(db, null)).map(presentAdminShow) }),
    getAdminShow: ({ params }) => readShow(params.showId),
    createShow: async (request) => readShow(await createShow(parts, actorOf(request), request.body)),
    async updateShow(request) {
      const { showId } = request.params
      const moved = await editShow(parts, actorOf(request), request.signal, showId, request.body)
      return moved instanceof Accepted ? moved : readShow(showId)
    },
    async updateNotebook(request) {
      checkNotebook(parts.site, request.params.notebook)
      return requestRun(parts, actorOf(request), request.signal, 'update-notebook', {
        confirm: request.body?.confirm,
      })
    },
    importCatalogue: (request) =>
      requestRun(parts, actorOf(request), request.signal, 'import-catalogue', {
        notebookOnly: false,
        confirm: request.body?.confirm,
      }),
    checkImport: (request) => requestRun(parts, actorOf(request), request.signal, 'check-import', {}),
  }
}

function presentAdminShow(show: StoredShow): AdminShow {
  return {
    ...presentShow(show),
    source: show.source,
    edited_by_hand: show.edited_by_hand,
    excluded: show.excluded,
    exclusion_reason: show.exclusion_reason,
    vanished: show.vanished,
    predictions: show.predictions,
    set_starts_local: show.set_starts_local,
    set_locks_at: show.set_locks_at?.toISOString() ?? null,
    setlist: show.setlist,
  }
}
