import type { RunKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertAuditEntry } from '../accounts/audit-log.ts'
import { holdLock } from '../work/advisory-locks.ts'
import { subjectOf } from '../work/run-orders.ts'
import { insertRun } from '../work/runs.ts'
import { IS_CANCELLED, isCancelled, LOCKS_AT, NOW, selectShows, TAKES_PICKS } from './shows.ts'
import { FIRST_RECENT_DAY, RECENT_DAYS } from './source-shows.ts'

const MAX_LISTED = 50

export type ShowToScore = Awaited<ReturnType<typeof listShowsToScore>>['listed'][number]

const IS_RECENT = sql<boolean>`
  (revision.origin = 'source' AND revision.created_at > now() - make_interval(days => ${RECENT_DAYS}))`

/** Predictions without a score. */
const UNSCORED = sql<number>`(
  SELECT count(*) FROM predictions WHERE predictions.show_id = shows.id AND shows.score_set_id IS NULL)::integer`

/**
 * The shows with a setlist that wait to be scored: somebody has picked, the source has sent a correction since, or a
 * setlist of the last days has arrived. A first import of old setlists is none of these.
 */
export async function listShowsToScore(db: Database) {
  const rows = await selectShows(db)
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .leftJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select([
      // Null if the setlist is an admin's, or older than 14 days.
      sql<'arrived' | 'corrected' | null>`
        CASE WHEN ${IS_RECENT} THEN CASE WHEN revision.number > 1 THEN 'corrected' ELSE 'arrived' END END`.as(
        'setlistChange',
      ),
      'revision.created_at as setlistAt',
      UNSCORED.as('unscored'),
      sql<number>`count(*) OVER ()::integer`.as('count'),
    ])
    .where('shows.excluded', '=', false)
    .where(({ not, or }) => not(or([isCancelled('shows'), TAKES_PICKS])))
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([eb('score_sets.revision_id', '<>', eb.ref('revision.id')), IS_RECENT]),
        and([
          eb('shows.score_set_id', 'is', null),
          or([
            exists(selectFrom('predictions').whereRef('predictions.show_id', '=', 'shows.id')),
            and([IS_RECENT, eb('shows.showdate', '>=', FIRST_RECENT_DAY)]),
          ]),
        ]),
      ]),
    )
    .orderBy('shows.showdate', 'desc')
    .orderBy('shows.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return { count: rows[0]?.count ?? 0, listed: rows.map(({ count: _, ...show }) => show) }
}

const SCORING = 'score-show' satisfies RunKind

const MAX_DAYS_AGO = 7
/** After the last change of a setlist with an encore. */
const QUIET_MINUTES = 40
/** After the start, for shows without an encore. */
const MAX_SHOW_MINUTES = 270
const MIN_SONGS = 8

/** A failed run is not repeated before the setlist changes. */
const WAS_REQUESTED = sql<boolean>`
  EXISTS (
    SELECT FROM runs
    WHERE runs.kind = ${SCORING} AND runs.subject = 'show:' || shows.id
      AND (runs.state IN ('queued', 'running') OR runs.created_at > revision.created_at))`

const IS_OVER = sql<boolean>`(
  (revision.created_at <= ${NOW} - make_interval(mins => ${QUIET_MINUTES})
    AND EXISTS (SELECT FROM performances WHERE revision_id = revision.id AND set_name = 'encore'))
  OR (coalesce(shows.starts_at, ${LOCKS_AT}) <= ${NOW} - make_interval(mins => ${MAX_SHOW_MINUTES})
    AND (SELECT count(*) FROM performances WHERE revision_id = revision.id) >= ${MIN_SONGS}))`

const IS_UNDISPUTED = sql<boolean>`
  (NOT EXISTS (
    SELECT FROM live_taps WHERE live_taps.show_id = shows.id AND outcome = 'conflict' AND settled_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM setlist_proposals AS proposal WHERE proposal.show_id = shows.id AND proposal.dropped_at IS NULL))`

/**
 * Requests the scoring of shows that are over: somebody picked, nobody has scored or reset them before, and nothing about
 * the setlist waits for a decision. Several workers may call it at once. Add the topic `runs` if it returns shows.
 */
export async function insertScoringOfFinishedShows(trx: DatabaseTransaction): Promise<number[]> {
  await holdLock(trx, 'automatic scoring')
  const { rows } = await sql<{ id: number }>`
    SELECT shows.id
    FROM shows JOIN setlist_revisions AS revision ON revision.id = shows.setlist_revision_id
    WHERE shows.showdate >= (${NOW} AT TIME ZONE 'UTC')::date - ${MAX_DAYS_AGO}::integer
      AND NOT shows.is_scored AND shows.settled_by_order IS NULL
      AND NOT shows.excluded AND NOT ${IS_CANCELLED} AND NOT ${TAKES_PICKS}
      AND EXISTS (SELECT FROM predictions WHERE predictions.show_id = shows.id)
      AND ${IS_OVER} AND ${IS_UNDISPUTED} AND NOT ${WAS_REQUESTED}
    ORDER BY shows.id`.execute(trx)
  for (const { id: showId } of rows) await requestScoring(trx, showId)
  return rows.map(({ id }) => id)
}

async function requestScoring(trx: DatabaseTransaction, showId: number): Promise<void> {
  const order = { showId, fetchSetlist: false }
  const { runId } = await insertRun(trx, { kind: SCORING, order, orderedBy: null })
  await insertAuditEntry(trx, {
    actorId: null,
    action: `${SCORING}:ordered`,
    subject: subjectOf(SCORING, order),
    address: null,
    requestId: null,
    details: { ...order, runId, cause: 'show is over' },
  })
}
