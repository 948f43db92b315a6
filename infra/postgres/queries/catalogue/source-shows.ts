import { type InferResult, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { STORED_POINTS_VERSION } from '../standings/score-sets.ts'
import { IS_TONIGHT, LOCKS_AT, TAKES_PICKS } from './shows.ts'

const TODAY = sql<string>`(now() AT TIME ZONE 'UTC')::date`

export type PlayedShow = InferResult<ReturnType<typeof selectShowsToAskFor>>[number]

/**
 * The shows of a data site whose lock has passed, oldest first.
 *
 * @param source the adapter's name
 * @param range days, `YYYY-MM-DD`, both included
 * @param includeHandEntered also shows with a setlist from an admin
 */
export async function listPlayedShowsOfSource(
  db: Database,
  source: string,
  range: { from?: string | undefined; to?: string | undefined },
  includeHandEntered: boolean,
): Promise<PlayedShow[]> {
  return db
    .selectFrom('shows')
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select(['shows.id', 'shows.source_id as sourceId', 'shows.showdate as date', 'shows.venue'])
    .where('shows.source', '=', source)
    .where(LOCKS_AT, '<=', sql<Date>`now()`)
    .$if(range.from !== undefined, (query) => query.where('shows.showdate', '>=', range.from ?? ''))
    .$if(range.to !== undefined, (query) => query.where('shows.showdate', '<=', range.to ?? ''))
    .$if(!includeHandEntered, (query) =>
      query.where(({ or, eb }) =>
        or([eb('revision.origin', 'is', null), eb('revision.origin', '!=', 'hand')]),
      ),
    )
    .orderBy('shows.showdate')
    .orderBy('shows.id')
    .execute()
}

/** A site is asked for missing setlists for so long after the show. */
export const RECENT_DAYS = 14
export const FIRST_RECENT_DAY = sql<string>`${TODAY} - ${RECENT_DAYS}::integer`

/** Newest first. Omits excluded and vanished shows. */
function selectShowsToAskFor(db: Database, source: string) {
  return db
    .selectFrom('shows')
    .select(['id', 'source_id as sourceId', 'showdate as date', 'venue'])
    .where('source', '=', source)
    .where('excluded', '=', false)
    .where('vanished_at', 'is', null)
    .orderBy('showdate', 'desc')
    .orderBy('id', 'desc')
}

/**
 * The shows that may have been played, and that are open or have no stored setlist: those of the last 14 days up to
 * tomorrow, which has begun elsewhere, and older ones that an admin keeps open. Omits excluded and vanished shows.
 *
 * @param source the adapter's name
 */
export async function listHiddenShows(db: Database, source: string): Promise<PlayedShow[]> {
  return selectShowsToAskFor(db, source)
    .where('showdate', '<=', sql<string>`${TODAY} + 1`)
    .where((eb) =>
      eb.or([
        TAKES_PICKS,
        eb.and([eb('setlist_revision_id', 'is', null), eb('showdate', '>=', FIRST_RECENT_DAY)]),
      ]),
    )
    .execute()
}

/**
 * The shows of the last 14 days that are over and have no setlist, newest first: the setlist of tonight's show may grow.
 * Omits excluded and vanished shows.
 *
 * @param source the adapter's name
 */
export async function listRecentShowsWithoutSetlist(db: Database, source: string): Promise<PlayedShow[]> {
  return selectShowsToAskFor(db, source)
    .where('showdate', '>=', FIRST_RECENT_DAY)
    .where('setlist_revision_id', 'is', null)
    .where(LOCKS_AT, '<=', sql<Date>`now()`)
    .where(({ not }) => not(IS_TONIGHT))
    .execute()
}

export type ScoredShow = Awaited<ReturnType<typeof listScoredShows>>[number]

/**
 * The scored shows whose setlist is the source's, oldest first.
 *
 * @param source the adapter's name
 */
export async function listScoredShows(db: Database, source: string) {
  return db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'shows.id',
      'shows.source_id as sourceId',
      'shows.showdate as date',
      'shows.venue',
      'score_sets.revision_id as scoredRevisionId',
      STORED_POINTS_VERSION.as('pointsVersion'),
    ])
    .where('shows.source', '=', source)
    .where('revision.origin', '=', 'source')
    .orderBy('shows.showdate')
    .orderBy('shows.id')
    .execute()
}
