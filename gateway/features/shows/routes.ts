import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getShow } from './get-show.ts'
import { isShowOpen } from './open-show.ts'
import { presentShow } from './presenter.ts'
import { readRecentShow, readRecentShows, readUpcomingShows } from './service.ts'

type ShowHandlers = Pick<
  Handlers,
  'listUpcomingShows' | 'getRecentShow' | 'listRecentShows' | 'getShow' | 'getShowStatus'
>

export function showRoutes({ postgres: { db } }: Pick<GatewayParts, 'postgres'>): ShowHandlers {
  return {
    listUpcomingShows: () => readUpcomingShows(db),
    getRecentShow: () => readRecentShow(db),
    listRecentShows: () => readRecentShows(db),
    getShow: async ({ params }) => presentShow(await getShow(db, params.showId)),
    getShowStatus: async ({ params }) => {
      const show = await getShow(db, params.showId)
      return {
        isScored: show.isScored,
        isOpen: isShowOpen(show, show.readAt),
        hasSetlist: show.setlistRevisionId !== null,
      }
    },
  }
}
