import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { openSeasons } from '../../resources/season.ts'

export function seasonRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'getSeason'> {
  const readSeason = openSeasons(db)
  return { getSeason: ({ params }) => readSeason(params.tourId) }
}
