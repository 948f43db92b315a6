import type { Handlers } from '../../http/handler.ts'
import { type LiveShowParts, readLivePage, type ViewerParts } from './live-show.ts'
import { readShowBoard } from './show-board.ts'

type LiveShowHandlers = Pick<Handlers, 'getLiveShow' | 'getShowBoard'>

export function liveShowRoutes(parts: LiveShowParts & ViewerParts): LiveShowHandlers {
  return {
    getLiveShow: ({ params }) => readLivePage(parts, params.showId),
    getShowBoard: ({ params, query, user }) => readShowBoard(parts, { showId: params.showId, query, user }),
  }
}
