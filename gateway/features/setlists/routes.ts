import { findSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getShow } from '../shows/get-show.ts'

export function setlistRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'getSetlist'> {
  return {
    getSetlist: async ({ params }) => {
      const show = await getShow(db, params.showId)
      const setlist = await findSetlist(db, show.id)
      if (!setlist) throw new ApiError('setlist_not_found')
      return { setlistdata: setlist.text, setlistnotes: setlist.notes }
    },
  }
}
