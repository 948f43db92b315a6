import type { ListedShow } from '@called-it/shared/contract/chances'
import { phaseOf, type ShowPhase, type ShowState } from '@called-it/shared/game/calendar'
import type { OpenSet } from '@called-it/shared/game/setlist'
import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'

/** A show with everything that decides whether it accepts picks. */
export type Show = InferResult<ReturnType<typeof selectShows>>[number]

/** To sort and compare shows: of two on one day the one that starts first comes first, as far as starts are known. */
export const SHOW_ORDER = sql<string>`(shows.showdate, coalesce(shows.starts_local, '24:00'), shows.id)`

/** Only rows that the release before inserts have no lock; theirs is that of an unknown zone. */
export const LOCKS_AT = sql<Date>`
  coalesce(shows.locks_at, (shows.showdate - 1)::timestamp AT TIME ZONE 'UTC' + interval '10 hours')`

/** @param shows the name of that table in the query */
export function isCancelled(shows: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${shows}.${name}`)
  return sql`
    (${column('cancelled_at')} IS NOT NULL OR (${column('excluded')} AND ${column('setlist_revision_id')} IS NULL))`
}

export const IS_CANCELLED = isCancelled('shows')

/** The time of the statement: a transaction that waited for saves sees their time and the lock that it sets. */
export const NOW = sql<Date>`statement_timestamp()`

/** Whether a show accepts picks now, by the database's clock. */
export const TAKES_PICKS = sql<boolean>`
  (NOT shows.picks_closed AND NOT ${IS_CANCELLED} AND ${LOCKS_AT} > ${NOW})`

/** The same as `arePicksPublic` in shared/game. */
export const PICKS_ARE_PUBLIC = sql<boolean>`
  (NOT ${IS_CANCELLED}
    AND (${LOCKS_AT} <= ${NOW} OR shows.is_scored OR (shows.picks_closed AND shows.closed_by_run IS NULL)))`

export const END_OF_TONIGHT = sql<Date>`((shows.showdate + 1)::timestamp AT TIME ZONE 'UTC' + interval '12 hours')`

/** The same as `isTonight` in shared/game. */
export const IS_TONIGHT = sql<boolean>`
  (NOT shows.is_scored AND NOT ${IS_CANCELLED} AND NOT ${TAKES_PICKS} AND ${NOW} < ${END_OF_TONIGHT})`

const HAS_SONGS = sql<boolean>`
  EXISTS (SELECT FROM performances WHERE performances.revision_id = shows.setlist_revision_id)`

/** Whether chances and pages of songs follow from a show: one that runs is not past before it is scored or its night is over. */
export const IS_PAST = sql<boolean>`
  (shows.setlist_revision_id IS NOT NULL AND NOT shows.excluded AND NOT ${IS_CANCELLED} AND NOT ${TAKES_PICKS}
    AND NOT ${IS_TONIGHT} AND ${HAS_SONGS})`

export function selectShows(db: Database) {
  return db
    .selectFrom('shows')
    .leftJoin('topic_versions', (join) =>
      join.on('topic_versions.topic', '=', sql<string>`'show:' || shows.id`),
    )
    .select([
      'shows.id',
      'shows.tour_id as tourId',
      'shows.showdate',
      'shows.venue',
      'shows.city',
      'shows.state',
      'shows.country',
      LOCATION.as('location'),
      LOCKS_AT.as('locksAt'),
      'shows.time_zone as timeZone',
      'shows.starts_local as startsLocal',
      'shows.starts_at as startsAt',
      'shows.time_source as timeSource',
      'shows.notice',
      'shows.cancelled_at as cancelledAt',
      // By an admin, or by the source before it was played.
      IS_CANCELLED.as('isCancelled'),
      // Regardless of the time: the show is scored, or was before a reset.
      'shows.picks_closed as picksClosed',
      'shows.is_scored as isScored',
      'shows.setlist_revision_id as setlistRevisionId',
      'shows.score_set_id as scoreSetId',
      sql<Date | null>`(SELECT created_at FROM score_sets WHERE id = shows.score_set_id)`.as('scoredAt'),
      // The run of the first scoring, which reopens the picks if it fails.
      'shows.closed_by_run as closedByRun',
      'shows.overlay',
      HAS_SONGS.as('hasSongs'),
      sql<OpenSet>`(SELECT open_set FROM setlist_revisions WHERE id = shows.setlist_revision_id)`.as(
        'openSet',
      ),
      sql<number>`coalesce(topic_versions.version, 0)`.as('version'),
      NOW.as('readAt'),
    ])
}

const showById = prepared('show', (db, showId: RawBuilder<number>) =>
  selectShows(db).where('shows.id', '=', showId),
)

export async function findShow(db: Database, showId: number): Promise<Show | null> {
  const [show] = await showById(db, showId)
  return show ?? null
}

/** Why only their owners see the picks of a show; null once everybody does. */
export async function findReasonToHidePicks(
  db: Database,
  showId: number,
): Promise<'show_cancelled' | 'picks_open' | null> {
  const show = await db
    .selectFrom('shows')
    .select([IS_CANCELLED.as('isCancelled'), PICKS_ARE_PUBLIC.as('isPublic')])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  if (show?.isPublic) return null
  return show?.isCancelled ? 'show_cancelled' : 'picks_open'
}

/** Shows that accept picks now and that their source still lists, in the order in which they close. */
export async function listOpenShows(db: Database): Promise<Show[]> {
  return listBy(db, TAKES_PICKS)
}

/** Tonight's shows that their source still lists, in the order in which they closed. */
export async function listLiveShows(db: Database): Promise<Show[]> {
  return listBy(db, IS_TONIGHT)
}

function listBy(db: Database, condition: RawBuilder<boolean>): Promise<Show[]> {
  return selectShows(db)
    .where(condition)
    .where('shows.vanished_at', 'is', null)
    .orderBy(LOCKS_AT)
    .orderBy('shows.showdate')
    .orderBy('shows.id')
    .execute()
}

/**
 * When a show closes, or stops being tonight's, without a change of its row: it moves to another list. Null if no show
 * will.
 */
export async function findNextMove(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least(
      min(${LOCKS_AT}) FILTER (WHERE ${TAKES_PICKS}),
      min(${END_OF_TONIGHT}) FILTER (WHERE NOT shows.is_scored AND ${END_OF_TONIGHT} > ${NOW})
    ) AS at
    FROM shows`.execute(db)
  return rows[0]?.at ?? null
}

/** Shows with a setlist that are neither open nor tonight's nor cancelled, newest first. */
export async function listPlayedShows(db: Database, limit: number): Promise<Show[]> {
  return selectShows(db)
    .where('shows.setlist_revision_id', 'is not', null)
    .where(({ not, or }) => not(or([TAKES_PICKS, IS_TONIGHT, IS_CANCELLED])))
    .orderBy(SHOW_ORDER, 'desc')
    .limit(limit)
    .execute()
}

/** In the order in which they close. */
export async function listShowsByIds(db: Database, ids: readonly number[]): Promise<Show[]> {
  return selectShows(db)
    .where('shows.id', '=', sql<number>`ANY(${ids}::integer[])`)
    .orderBy(LOCKS_AT)
    .orderBy('shows.id')
    .execute()
}

/** Without those that their source dropped before they were played. */
export async function listKeptTourShows(db: Database, tourId: number): Promise<Show[]> {
  return selectShows(db)
    .where('shows.tour_id', '=', tourId)
    .where(sql<boolean>`(shows.vanished_at IS NULL OR shows.setlist_revision_id IS NOT NULL)`)
    .orderBy(SHOW_ORDER)
    .execute()
}

export async function listTourShows(db: Database, tourId: number): Promise<Show[]> {
  return selectShows(db).where('shows.tour_id', '=', tourId).orderBy(SHOW_ORDER).execute()
}

/** Locks a show against scoring and changes of its lock time. Saves of many users share the lock. */
export async function findShowForShare(trx: DatabaseTransaction, showId: number): Promise<Show | null> {
  const show = await selectShows(trx).where('shows.id', '=', showId).forShare('shows').executeTakeFirst()
  return show ?? null
}

export async function findShowForUpdate(trx: DatabaseTransaction, showId: number): Promise<Show | null> {
  const show = await selectShows(trx)
    .where('shows.id', '=', showId)
    .forNoKeyUpdate('shows')
    .executeTakeFirst()
  return show ?? null
}

/** Waits for the saves that passed the check of the lock and are not committed. */
export async function waitForSaves(db: Database, showId: number): Promise<void> {
  await sql`SELECT FROM shows WHERE id = ${showId} FOR NO KEY UPDATE`.execute(db)
}

export function stateOfShow(show: Show): ShowState {
  return {
    showdate: show.showdate,
    locks_at: show.locksAt,
    is_scored: show.isScored,
    is_cancelled: show.isCancelled,
    picks_closed: show.picksClosed,
  }
}

/** When the show was read. */
export function phaseOfShow(show: Show): ShowPhase {
  return phaseOf({ ...stateOfShow(show), has_songs: show.hasSongs, open_set: show.openSet }, show.readAt)
}

/** The known parts, separated by commas: `Harborview, USA`. */
export const LOCATION = sql<string>`
  concat_ws(', ', nullif(trim(shows.city), ''), nullif(trim(shows.state), ''), nullif(trim(shows.country), ''))`

/** A show in one line. */
export const LISTED_SHOW = sql<ListedShow>`
  json_build_object('id', shows.id, 'date', shows.showdate, 'venue', shows.venue, 'location', ${LOCATION})`

export type CalendarShow = Awaited<ReturnType<typeof listCalendarShows>>[number]

const DAYS_BACK = 30

/** All shows of a tour, or those of all tours from a month ago on. */
export async function listCalendarShows(db: Database, tourId: number | null) {
  return (
    selectShows(db)
      // It counts the changes of what calendars show.
      .select(['shows.calendar_sequence as sequence', 'shows.calendar_changed_at as changedAt'])
      .where('shows.vanished_at', 'is', null)
      // One that is excluded before it is played is cancelled.
      .where((eb) => eb.or([eb('shows.excluded', '=', false), eb(IS_CANCELLED, '=', true)]))
      .where((eb) =>
        tourId === null
          ? eb('shows.showdate', '>', sql<string>`(${NOW} AT TIME ZONE 'UTC')::date - ${DAYS_BACK}::integer`)
          : eb('shows.tour_id', '=', tourId),
      )
      .orderBy('shows.showdate')
      .orderBy('shows.id')
      .execute()
  )
}
