import { listOpenShows, listPlayedShows } from '@called-it/infra/postgres/queries/shows'
import { RECENT_SHOWS } from '@called-it/shared/contract/shows'
import { CallError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getShow } from './get-show.ts'
import { isShowOpen } from './open-show.ts'
import { presentShow } from './presenter.ts'

type ShowHandlers = Pick<
  Handlers,
  'listUpcomingShows' | 'getRecentShow' | 'listRecentShows' | 'getShow' | 'getShowStatus'
>

export function showRoutes({ postgres: { db } }: Pick<GatewayParts, 'postgres'>): ShowHandlers {
  return {
    listUpcomingShows: async () => ({ shows: (await listOpenShows(db)).map(presentShow) }),
    getRecentShow: async () => {
      const [show] = await listPlayedShows(db, 1)
      if (!show) throw new CallError('show_not_found')
      return presentShow(show)
    },
    listRecentShows: async () => ({ shows: (await listPlayedShows(db, RECENT_SHOWS)).map(presentShow) }),
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
