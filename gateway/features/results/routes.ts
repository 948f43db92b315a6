import type { Database } from '@called-it/infra/postgres/client'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { Download, type Handlers } from '../../http/handler.ts'
import type { SeasonParts } from '../../resources/season.ts'
import { getResults, type Results, writeCsv, writeJson } from './results.ts'

export function resultRoutes({
  limits,
  ...parts
}: SeasonParts & { limits: RateLimits }): Pick<Handlers, 'getTourResults' | 'getTourResultsCsv'> {
  const download =
    (extension: string, write: (db: Database, results: Results) => AsyncIterable<Uint8Array>) =>
    async (request: { params: { tourId: number }; address: string; signal: AbortSignal }) => {
      const { address, params, signal } = request
      await limits.count('results', { account: null, address })
      const results = await getResults(parts, params.tourId, signal)
      return new Download(`tour-${results.tour.id}.${extension}`, write(parts.db, results), results.etag)
    }
  return { getTourResults: download('json', writeJson), getTourResultsCsv: download('csv', writeCsv) }
}
