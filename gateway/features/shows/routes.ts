import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getShow, isShowOpen, presentShow } from '../../resources/show.ts'
import { setLock } from './lock.ts'
import { readRecentShow, readRecentShows, readUpcomingShows } from './service.ts'

type ShowHandlers = Pick<
  Handlers,
  'listUpcomingShows' | 'getRecentShow' | 'listRecentShows' | 'getShow' | 'getShowStatus' | 'lockShow'
>

export function showRoutes(parts: Pick<GatewayParts, 'postgres' | 'publisher'>): ShowHandlers {
  const { db } = parts.postgres
  return {
    listUpcomingShows: () => readUpcomingShows(db),
    getRecentShow: () => readRecentShow(db),
    listRecentShows: () => readRecentShows(db),
    getShow: async ({ params }) => presentShow(await getShow(db, params.showId)),
    async getShowStatus({ params }) {
      const show = await getShow(db, params.showId)
      return {
        isScored: show.isScored,
        isOpen: isShowOpen(show, show.readAt),
        hasSetlist: show.setlistRevisionId !== null,
      }
    },
    async lockShow(request) {
      const { showId } = request.params
      const { locks_at: locksAt } = request.body
      await setLock(parts, actorOf(request), showId, locksAt === null ? null : new Date(locksAt))
      return presentShow(await getShow(db, showId))
    },
  }
}
