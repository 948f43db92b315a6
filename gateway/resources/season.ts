import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import { findSeason, type Season as StoredSeason } from '@called-it/infra/postgres/queries/seasons/seasons'
import { countPlayers, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import type { StoredAwards } from '@called-it/infra/postgres/schema/builds'
import { SEASON_ROWS, type Season } from '@called-it/shared/contract/seasons'
import { ApiError } from '../http/errors.ts'
import type { Builds } from '../runs/builds.ts'
import { presentBoardRow } from './board-row.ts'
import { getShow } from './show.ts'
import { readNamesById } from './song-names.ts'
import { getTour } from './tour.ts'

export type SeasonParts = { readonly db: Database; readonly builds: Builds }

type BuiltSeason = StoredSeason & NonNullable<StoredSeason['stored']>

/**
 * Reads what a worker has stored of a tour that is over. Null while it is being built, which the first request starts.
 *
 * @throws ApiError `tour_not_over`; `unavailable` after a failure
 */
export function readBuilt<Read>(
  { db, builds }: SeasonParts,
  tourId: number,
  disconnected: AbortSignal,
  read: (trx: DatabaseTransaction, season: BuiltSeason) => Promise<Read>,
): Promise<Read | null> {
  const find = async (trx: DatabaseTransaction) => {
    const season = await findSeason(trx, tourId)
    if (!season) throw new ApiError('tour_not_over')
    return season.stored && read(trx, { ...season, ...season.stored })
  }
  return builds.find('build-season', { tourId }, () => inSnapshot(db, find), disconnected)
}

/** @throws ApiError `tour_not_found`, and as {@link readBuilt} */
export async function readSeason(
  parts: SeasonParts,
  tourId: number,
  disconnected: AbortSignal,
): Promise<Season | null> {
  const { db } = parts
  const tour = await getTour(db, tourId)
  const season = await readBuilt(parts, tourId, disconnected, async (trx, { shows, awards }) => {
    const { rows } = await listBoard(trx, tourId, { limit: SEASON_ROWS })
    return { shows, players: await countPlayers(trx, tourId), table: rows.map(presentBoardRow), awards }
  })
  return season && { tour, ...season, awards: await nameWinners(db, season.awards) }
}

/** The winner of an award is its first candidate who shows the picks now. */
async function nameWinners(db: Database, awards: StoredAwards): Promise<Season['awards']> {
  const candidates = Object.values(awards).flatMap((award) => award.map(({ userId }) => userId))
  const shown = await listShownPlayers(db, [...new Set(candidates)])
  function winnerOf<Candidate extends { userId: number }>(award: readonly Candidate[]) {
    for (const { userId, ...won } of award) {
      const player = shown.get(userId)
      if (player) return { ...won, player }
    }
    return null
  }
  const night = winnerOf(awards.best_night)
  const call = winnerOf(awards.boldest_call)
  return {
    most_improved: winnerOf(awards.most_improved),
    best_night: night && (await withShow(db, night)),
    boldest_call: call && (await withShow(db, await withSong(db, call))),
  }
}

async function withShow<Won extends { showId: number }>(db: Database, { showId, ...won }: Won) {
  const { id, showdate: date, venue, location } = await getShow(db, showId)
  return { ...won, show: { id, date, venue, location } }
}

async function withSong<Won extends { songId: number }>(db: Database, { songId, ...won }: Won) {
  const names = await readNamesById(db, [songId])
  return { ...won, song: { id: names.idOf(songId), name: names.nameOf(songId) } }
}
