import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { StoredReplayStep, StoredTourStep } from '../../schema/builds.ts'
import { IS_CANCELLED, LISTED_SHOW, LOCKS_AT, NOW, PICKS_ARE_PUBLIC, SHOW_ORDER } from '../catalogue/shows.ts'
import { selectPredictions, withPicks } from '../predictions/predictions.ts'

export type ScoredShow = Awaited<ReturnType<typeof listScoredShows>>[number]

/** Those that count on the tour's board, oldest first. */
export async function listScoredShows(db: Database, tourId: number) {
  return db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select([
      'shows.id',
      'score_sets.id as scoreSetId',
      'score_sets.revision_id as revisionId',
      'score_sets.points_version as pointsVersion',
    ])
    .where('shows.tour_id', '=', tourId)
    .orderBy(SHOW_ORDER)
    .execute()
}

/** @property scoreSets one for each step */
export type TourHistory = { scoreSets: number[]; steps: StoredTourStep[] }

export async function findTourHistory(db: Database, tourId: number): Promise<TourHistory | null> {
  const history = await db
    .selectFrom('tour_histories')
    .select(['score_sets as scoreSets', 'steps'])
    .where('tour_id', '=', tourId)
    .executeTakeFirst()
  return history ?? null
}

export async function storeTourHistory(
  trx: DatabaseTransaction,
  tourId: number,
  { scoreSets, steps }: TourHistory,
): Promise<void> {
  const row = { score_sets: scoreSets, steps: JSON.stringify(steps) }
  await trx
    .insertInto('tour_histories')
    .values({ tour_id: tourId, ...row })
    .onConflict((conflict) =>
      conflict.column('tour_id').doUpdateSet({ ...row, created_at: sql<Date>`now()` }),
    )
    .execute()
}

export type OwnCard = Awaited<ReturnType<typeof listOwnCards>>[number]

/** A user's cards of a tour after their locks, oldest show first. */
export async function listOwnCards(db: Database, { tourId, userId }: { tourId: number; userId: number }) {
  const rows = await selectPredictions(db)
    .select([LISTED_SHOW.as('show'), IS_CANCELLED.as('isCancelled')])
    .where('predictions.user_id', '=', userId)
    .where('shows.tour_id', '=', tourId)
    .where(sql<boolean>`(${PICKS_ARE_PUBLIC} OR (${IS_CANCELLED} AND ${LOCKS_AT} <= ${NOW}))`)
    .orderBy(SHOW_ORDER)
    .execute()
  return rows.map(withPicks)
}

/** Null if none of this score set is stored. */
export async function findReplay(
  db: Database,
  showId: number,
  scoreSetId: number,
): Promise<StoredReplayStep[] | null> {
  const replay = await db
    .selectFrom('replays')
    .select('steps')
    .where('show_id', '=', showId)
    .where('score_set_id', '=', scoreSetId)
    .executeTakeFirst()
  return replay?.steps ?? null
}

/** Replaces that of an older score set. */
export async function storeReplay(
  trx: DatabaseTransaction,
  replay: { showId: number; scoreSetId: number; steps: readonly StoredReplayStep[] },
): Promise<void> {
  const row = { score_set_id: replay.scoreSetId, steps: JSON.stringify(replay.steps) }
  await trx
    .insertInto('replays')
    .values({ show_id: replay.showId, ...row })
    .onConflict((conflict) =>
      conflict.column('show_id').doUpdateSet({ ...row, created_at: sql<Date>`now()` }),
    )
    .execute()
}
