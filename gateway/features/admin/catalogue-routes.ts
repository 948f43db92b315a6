import { listAdminShows } from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import { Accepted, type Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { createShow, createTour, editShow, editTour, getAdminShow, getAdminTour } from './catalogue.ts'
import { presentAdminShow, presentAdminTour } from './catalogue-presenter.ts'

type CatalogueHandlers = Pick<
  Handlers,
  | 'createTour'
  | 'updateTour'
  | 'listAdminTourShows'
  | 'listShowsWithoutTour'
  | 'getAdminShow'
  | 'createShow'
  | 'updateShow'
>

export function catalogueRoutes(parts: RequestParts): CatalogueHandlers {
  const { db } = parts.postgres
  const answerTour = async (tourId: number) => presentAdminTour(await getAdminTour(db, tourId))
  const answerShow = async (showId: number) => presentAdminShow(await getAdminShow(db, showId))

  return {
    createTour: async (call) => answerTour(await createTour(parts, actorOf(call), call.body)),
    async updateTour(call) {
      await editTour(parts, actorOf(call), call.params.tourId, call.body)
      return answerTour(call.params.tourId)
    },
    async listAdminTourShows({ params: { tourId } }) {
      const tour = await answerTour(tourId)
      return { tour, shows: (await listAdminShows(db, tourId)).map(presentAdminShow) }
    },
    listShowsWithoutTour: async () => ({ shows: (await listAdminShows(db, null)).map(presentAdminShow) }),
    getAdminShow: ({ params }) => answerShow(params.showId),
    createShow: async (call) => answerShow(await createShow(parts, actorOf(call), call.body)),
    async updateShow(call) {
      const { showId } = call.params
      const moved = await editShow(parts, actorOf(call), call.signal, showId, call.body)
      return moved instanceof Accepted ? moved : answerShow(showId)
    },
  }
}
