import type { Database } from '@called-it/infra/postgres/client'
import { countShowsOfTourOver } from '@called-it/infra/postgres/queries/catalogue/tours-over'
import {
  type BoardPosition,
  hashBoard,
  listBoard,
} from '@called-it/infra/postgres/queries/standings/standings'
import type { PlayerResult } from '@called-it/shared/contract/results'
import { stringify } from 'csv-stringify/sync'
import { ApiError } from '../../http/errors.ts'
import { weakEtag } from '../../http/headers.ts'
import { getTour } from '../../resources/tour.ts'

const PAGE = 5_000

const CSV_COLUMNS = ['rank', 'name', 'points', 'shows', 'best'] as const satisfies (keyof PlayerResult)[]

/** @throws ApiError `tour_not_found`, `tour_not_over` */
export async function getTourOver(db: Database, tourId: number) {
  const tour = await getTour(db, tourId)
  const shows = await countShowsOfTourOver(db, tourId)
  if (shows === null) throw new ApiError('tour_not_over')
  return { id: tour.id, name: tour.name, shows }
}

/** Of either file. Read before the file: what changes meanwhile is fetched with the next request. */
export async function readTag(db: Database, tour: { id: number }): Promise<string> {
  return weakEtag(JSON.stringify([tour, await hashBoard(db, tour.id)]))
}

/** Page by page, as fast as the client reads. */
async function* readResults(db: Database, tourId: number): AsyncGenerator<PlayerResult[]> {
  let after: BoardPosition | null = null
  do {
    const { rows, next } = await listBoard(db, tourId, { limit: PAGE, after })
    yield rows.map(({ rank, displayName, total, shows, best }) => ({
      rank,
      name: displayName,
      points: total,
      shows,
      best,
    }))
    after = next
  } while (after)
}

/** With a byte order mark, without which spreadsheets do not read UTF-8. Formulas are escaped: a name that begins with `=` would be one in a spreadsheet. */
export async function* writeCsv(db: Database, tourId: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringify([[...CSV_COLUMNS]], { bom: true }))
  for await (const players of readResults(db, tourId)) {
    yield Buffer.from(stringify(players, { columns: [...CSV_COLUMNS], escape_formulas: true }))
  }
}

export async function* writeJson(db: Database, tour: { id: number }): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"tour":${JSON.stringify(tour)},"players":[`)
  let separator = ''
  for await (const players of readResults(db, tour.id)) {
    for (const player of players) {
      yield Buffer.from(`${separator}\n${JSON.stringify(player)}`)
      separator = ','
    }
  }
  yield Buffer.from('\n]}\n')
}
