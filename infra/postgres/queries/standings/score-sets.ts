import { POINTS_VERSION, pointsOfVersion } from '@called-it/shared/game/points'
import { type InferResult, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertLockEvent, releaseLockEvents } from '../outlets/public-events.ts'

export type ScorableShow = InferResult<ReturnType<typeof selectScorable>>[number]

function selectScorable(db: Database) {
  return db
    .selectFrom('shows')
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'shows.id',
      'shows.source',
      'shows.source_id as sourceId',
      'shows.showdate as date',
      'shows.tour_id as tourId',
      sql<boolean>`shows.cancelled_at IS NOT NULL`.as('cancelled'),
      'shows.excluded',
      'shows.exclusion_reason as exclusionReason',
      'shows.setlist_revision_id as revisionId',
      'revision.origin as revisionOrigin',
      'shows.score_set_id as scoreSetId',
      // The order number of the run that scored or reset the show last.
      'shows.settled_by_order as settledByOrder',
    ])
}

export async function findScorableShow(db: Database, showId: number): Promise<ScorableShow | null> {
  return (await selectScorable(db).where('shows.id', '=', showId).executeTakeFirst()) ?? null
}

/** Locks a show against changes of its scores, setlist and tour; after the lock `standings` where both are needed. */
export async function findScorableShowForUpdate(
  trx: DatabaseTransaction,
  showId: number,
): Promise<ScorableShow | null> {
  const show = await selectScorable(trx)
    .where('shows.id', '=', showId)
    .forNoKeyUpdate('shows')
    .executeTakeFirst()
  return show ?? null
}

/** Locks the show, or all shows for null, that no later run has scored or reset. */
export async function listShowsToSettleForUpdate(
  trx: DatabaseTransaction,
  showId: number | null,
  orderNumber: number,
): Promise<ScorableShow[]> {
  return selectScorable(trx)
    .$if(showId !== null, (query) => query.where('shows.id', '=', showId))
    .where((eb) =>
      eb.or([eb('shows.settled_by_order', 'is', null), eb('shows.settled_by_order', '<=', orderNumber)]),
    )
    .orderBy('shows.id')
    .forNoKeyUpdate('shows')
    .execute()
}

/**
 * Closes a show's picks for a run that will read them: running saves finish first, later ones are refused.
 * Picks that were open are marked with the run for `reopenPicks`.
 *
 * @returns whether they were open
 */
export async function closePicks(trx: DatabaseTransaction, showId: number, runId: number): Promise<boolean> {
  const { picks_closed: wereClosed } = await trx
    .selectFrom('shows')
    .select('picks_closed')
    .where('id', '=', showId)
    // The lock of an UPDATE would not conflict with saves, which only lock the show's key.
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('shows')
    .set({ picks_closed: true, closed_by_run: runId })
    .where('id', '=', showId)
    .where((eb) => eb.or([eb('picks_closed', '=', false), eb('closed_by_run', 'is not', null)]))
    .execute()
  await insertLockEvent(trx, showId)
  return !wereClosed
}

/** Reopens the picks that a failed run had closed and returns their shows. */
export async function reopenPicks(trx: DatabaseTransaction, runId: number): Promise<number[]> {
  const opened = await trx
    .updateTable('shows')
    .set({ picks_closed: false, closed_by_run: null })
    .where('closed_by_run', '=', runId)
    .returning('id')
    .execute()
  const showIds = opened.map(({ id }) => id)
  await releaseLockEvents(trx, showIds)
  return showIds
}

/** Each claim of a run fills its own set, which counts once a show points at it. */
export async function insertScoreSet(
  trx: DatabaseTransaction,
  set: { showId: number; revisionId: number; runId: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('score_sets')
    .values({
      show_id: set.showId,
      revision_id: set.revisionId,
      run_id: set.runId,
      points_version: POINTS_VERSION,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** That of the scores that count; null for a show without scores. */
export async function findScoreSet(db: Database, showId: number) {
  const set = await db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select([
      'score_sets.id as scoreSetId',
      'score_sets.revision_id as revisionId',
      'score_sets.points_version as pointsVersion',
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  return set ? { ...set, points: pointsOfVersion(set.pointsVersion) } : null
}

/** Makes a score set the one that counts. The show's picks stay closed from now on. */
export async function settleScored(
  trx: DatabaseTransaction,
  showId: number,
  { scoreSetId, orderNumber }: { scoreSetId: number; orderNumber: number },
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({
      score_set_id: scoreSetId,
      settled_by_order: orderNumber,
      picks_closed: true,
      closed_by_run: null,
    })
    .where('id', '=', showId)
    .execute()
}

/** Removes the scores of shows. Their picks stay closed. */
export async function settleReset(
  trx: DatabaseTransaction,
  showIds: readonly number[],
  orderNumber: number,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ score_set_id: null, settled_by_order: orderNumber })
    .where('id', '=', sql<number>`ANY(${showIds}::integer[])`)
    .execute()
}

/** Ended runs that still keep picks closed. Always empty unless something went wrong. */
export async function listEndedRunsHoldingPicks(db: Database): Promise<number[]> {
  const runs = await db
    .selectFrom('shows')
    .innerJoin('runs', 'runs.id', 'shows.closed_by_run')
    .select('runs.id')
    .where('runs.state', 'in', ['done', 'failed'])
    .execute()
  return runs.map(({ id }) => id)
}

/** Scored shows with predictions but without scores. Always empty unless something went wrong. */
export async function listShowsMissingScores(db: Database): Promise<number[]> {
  const shows = await db
    .selectFrom('shows')
    .select('shows.id')
    .where('shows.score_set_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scores')
            .select('scores.user_id')
            .whereRef('scores.score_set_id', '=', 'shows.score_set_id'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('predictions').select('predictions.id').whereRef('predictions.show_id', '=', 'shows.id'),
      ),
    )
    .execute()
  return shows.map(({ id }) => id)
}

/** Through JSON: `standings verify` and `import check` also read databases of releases before the column. */
export const STORED_POINTS_VERSION = sql<number>`coalesce((to_jsonb(score_sets) ->> 'points_version')::integer, 1)`

/** Shows that can be scored, and are by another table of points than the current one; oldest first. */
export function listOutdatedShows(db: Database) {
  return db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select(['shows.id', 'showdate as date', 'venue', STORED_POINTS_VERSION.as('pointsVersion')])
    .where(STORED_POINTS_VERSION, '<>', POINTS_VERSION)
    .where('excluded', '=', false)
    .where(sql`to_jsonb(shows) ->> 'cancelled_at'`, 'is', null)
    .orderBy('showdate')
    .orderBy('shows.id')
    .execute()
}
