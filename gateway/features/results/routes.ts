import { Download, type Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { getTourOver, readTag, writeCsv, writeJson } from './results.ts'

export function resultRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'getTourResults' | 'getTourResultsCsv'> {
  return {
    getTourResults: async ({ params }) => {
      const tour = await getTourOver(db, params.tourId)
      return new Download(`tour-${tour.id}.json`, writeJson(db, tour), await readTag(db, tour))
    },
    getTourResultsCsv: async ({ params }) => {
      const tour = await getTourOver(db, params.tourId)
      return new Download(`tour-${tour.id}.csv`, writeCsv(db, tour.id), await readTag(db, tour))
    },
  }
}
