import { listAdminShows } from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import { actorOf } from '../../auth/actor.ts'
import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { checkNotebook } from '../../resources/notebook.ts'
import { requestRun } from '../../runs/request-run.ts'
import { presentAdminShow } from './presenter.ts'
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
