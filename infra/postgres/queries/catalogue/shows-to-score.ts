import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { isCancelled, type Show, selectShows, TAKES_PICKS } from './shows.ts'
import { FIRST_RECENT_DAY, RECENT_DAYS } from './source-shows.ts'

const MAX_LISTED = 50

export type ShowToScore = Show & {
  /** Null if the setlist is an admin's, or older than 14 days. */
  setlistChange: 'arrived' | 'corrected' | null
  setlistAt: Date
  /** Predictions without a score. */
  unscored: number
}

const IS_RECENT = sql<boolean>`
  (revision.origin = 'source' AND revision.created_at > now() - make_interval(days => ${RECENT_DAYS}))`

const UNSCORED = sql<number>`(
  SELECT count(*) FROM predictions WHERE predictions.show_id = shows.id AND shows.score_set_id IS NULL)::integer`

/**
 * The shows with a setlist that wait to be scored: somebody has picked, the source has sent a correction since, or a
 * setlist of the last days has arrived. A first import of old setlists is none of these.
 */
export async function listShowsToScore(db: Database): Promise<{ count: number; listed: ShowToScore[] }> {
  const rows = await selectShows(db)
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .leftJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select([
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
