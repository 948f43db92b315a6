import type { Handlers } from '../../http/handler.ts'
import { type HistoryParts, readHistory } from './history.ts'

export function historyRoutes(parts: HistoryParts): Pick<Handlers, 'getHistory'> {
  return {
    getHistory: ({ params, user }) => readHistory(parts, params.tourId, user),
  }
}
