import { Accepted, type Handlers } from '../../http/handler.ts'
import { readSeason, type SeasonParts } from '../../resources/season.ts'

export function seasonRoutes(parts: SeasonParts): Pick<Handlers, 'getSeason'> {
  return {
    getSeason: async ({ params, signal }) =>
      (await readSeason(parts, params.tourId, signal)) ?? new Accepted({ status: 'computing' }),
  }
}
