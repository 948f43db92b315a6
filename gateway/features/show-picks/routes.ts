import type { Handlers } from '../../http/handler.ts'
import { type CrowdParts, readCrowd, readPlayerPicks, readShowPredictions } from './service.ts'

type ShowPickHandlers = Pick<Handlers, 'listShowPredictions' | 'getShowPrediction' | 'getCrowd'>

export function showPickRoutes(parts: CrowdParts): ShowPickHandlers {
  const { db } = parts
  return {
    listShowPredictions: ({ params, query }) => readShowPredictions(db, params.showId, query.after ?? 0),
    getShowPrediction: ({ params, user }) => readPlayerPicks(db, params, user),
    getCrowd: ({ params }) => readCrowd(parts, params.showId),
  }
}
