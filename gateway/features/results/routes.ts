import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findResults } from '@called-it/infra/postgres/queries/seasons/seasons'
import { topics } from '@called-it/shared/contract/events'
import type { PlayerResult } from '@called-it/shared/contract/results'
import { stringify } from 'csv-stringify/sync'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import { Download, type Handlers } from '../../http/handler.ts'
import { weakEtag } from '../../http/headers.ts'
import { readBuilt, type SeasonParts } from '../../resources/season.ts'
import { getTour } from '../../resources/tour.ts'

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
      const name = `tour-${results.tour.id}.${extension}`
      return new Download(name, write(parts.db, results), { etag: results.etag })
    }
  return { getTourResults: download('json', writeJson), getTourResultsCsv: download('csv', writeCsv) }
}

const CSV_COLUMNS = ['rank', 'name', 'points', 'shows', 'best'] as const satisfies (keyof PlayerResult)[]

type Results = {
  tour: { id: number; name: string; shows: number }
  version: string
  chunks: number
  /** Another one after other scores, and after a player or the tour has got another name. */
  etag: string
}

/**
 * The results that a worker has stored; the first request has them built.
 *
 * @throws ApiError `tour_not_found`, `tour_not_over`; `unavailable` while they are being built
 */
async function getResults(parts: SeasonParts, tourId: number, disconnected: AbortSignal): Promise<Results> {
  const { name } = await getTour(parts.db, tourId)
  const results = await readBuilt(parts, tourId, disconnected, async (trx, { shows, version, chunks }) => {
    const names = await getTopicVersion(trx, topics.board(tourId))
    const etag = weakEtag(JSON.stringify([version, names, name]))
    return { tour: { id: tourId, name, shows }, version, chunks, etag }
  })
  if (!results) throw new ApiError('unavailable', { shed: 'busy' })
  return results
}

/** Chunk by chunk, as fast as the client reads. */
async function* readChunks(db: Database, { tour, version, chunks }: Results): AsyncGenerator<PlayerResult[]> {
  for (let number = 0; number < chunks; number += 1) {
    const players = await findResults(db, { tourId: tour.id, version, number })
    if (!players) throw new ApiError('unavailable', { shed: 'busy' })
    yield players
  }
}

/**
 * With a byte order mark, without which spreadsheets do not read UTF-8. Formulas are escaped: a name that begins with
 * `=` would be one in a spreadsheet.
 */
async function* writeCsv(db: Database, results: Results): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringify([[...CSV_COLUMNS]], { bom: true }))
  for await (const players of readChunks(db, results)) {
    const names = escapeNames(players)
    const lines = players.map(
      (player, at) =>
        `${CSV_COLUMNS.map((column) => (column === 'name' ? names[at] : player[column])).join(',')}\n`,
    )
    yield Buffer.from(lines.join(''))
  }
}

/** All else is numbers: to escape those too took a third of the second that 100,000 players took. No name has a NUL. */
function escapeNames(players: readonly PlayerResult[]): string[] {
  const names = players.map(({ name }) => [name])
  return stringify(names, { escape_formulas: true, record_delimiter: '\0' }).split('\0')
}

async function* writeJson(db: Database, results: Results): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"tour":${JSON.stringify(results.tour)},"players":[`)
  let separator = '\n'
  for await (const players of readChunks(db, results)) {
    yield Buffer.from(separator + players.map((player) => JSON.stringify(player)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from('\n]}\n')
}
