import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { StoredAwards } from '../../schema/builds.ts'
import { TOURS_OVER } from '../catalogue/tours-over.ts'
import { computeAwards } from './season-awards.ts'
import { packResults } from './season-results.ts'

export type Season = {
  shows: number
  /** Another one when other scores count, or shows change places. */
  version: string
  /** Null until that of this version is stored; `chunks` are those of the results. */
  stored: { awards: StoredAwards; chunks: number } | null
}

/** Null unless the tour is over. */
export async function findSeason(db: Database, tourId: number): Promise<Season | null> {
  const { rows } = await sql<Season>`
    SELECT tour.shows, tour.version,
      (SELECT json_build_object('awards', awards, 'chunks', chunks) FROM seasons
        WHERE seasons.tour_id = tour.tour_id AND seasons.version = tour.version) AS stored
    FROM (SELECT *, md5(score_sets::text) AS version FROM (${TOURS_OVER}) AS over) AS tour
    WHERE tour_id = ${tourId}`.execute(db)
  return rows[0] ?? null
}

type ComputedSeason = { version: string; awards: StoredAwards; results: Buffer[] }

/** Null unless the tour is over. Call it in a snapshot: the scores may change meanwhile. */
export async function computeSeason(
  trx: DatabaseTransaction,
  tourId: number,
): Promise<ComputedSeason | null> {
  const season = await findSeason(trx, tourId)
  if (!season) return null
  const results = await packResults(trx, tourId)
  return { version: season.version, awards: await computeAwards(trx, tourId), results }
}

/** Replaces that of other scores. Results of the same scores stay as they are, for downloads that run. */
export async function storeSeason(
  trx: DatabaseTransaction,
  tourId: number,
  { version, awards, results }: ComputedSeason,
): Promise<void> {
  const row = { version, awards: JSON.stringify(awards), chunks: results.length }
  await trx
    .insertInto('seasons')
    .values({ tour_id: tourId, ...row })
    .onConflict((conflict) => conflict.column('tour_id').doUpdateSet(row))
    .execute()
  const ofTour = trx.deleteFrom('season_results').where('tour_id', '=', tourId)
  await ofTour.where('version', '!=', version).execute()
  if (results.length === 0) return
  await trx
    .insertInto('season_results')
    .values(results.map((players, number) => ({ tour_id: tourId, version, number, players })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
