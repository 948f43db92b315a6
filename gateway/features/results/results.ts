import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findResults } from '@called-it/infra/postgres/queries/seasons/seasons'
import { topics } from '@called-it/shared/contract/events'
import type { PlayerResult } from '@called-it/shared/contract/results'
import { stringify } from 'csv-stringify/sync'
import { ApiError } from '../../http/errors.ts'
import { weakEtag } from '../../http/headers.ts'
import { readBuilt, type SeasonParts } from '../../resources/season.ts'
import { getTour } from '../../resources/tour.ts'

const CSV_COLUMNS = ['rank', 'name', 'points', 'shows', 'best'] as const satisfies (keyof PlayerResult)[]

export type Results = {
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
export async function getResults(
  parts: SeasonParts,
  tourId: number,
  disconnected: AbortSignal,
): Promise<Results> {
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
export async function* writeCsv(db: Database, results: Results): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringify([[...CSV_COLUMNS]], { bom: true }))
  for await (const players of readChunks(db, results)) {
    yield Buffer.from(stringify(players, { columns: [...CSV_COLUMNS], escape_formulas: true }))
  }
}

export async function* writeJson(db: Database, results: Results): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"tour":${JSON.stringify(results.tour)},"players":[`)
  let separator = '\n'
  for await (const players of readChunks(db, results)) {
    yield Buffer.from(separator + players.map((player) => JSON.stringify(player)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from('\n]}\n')
}
