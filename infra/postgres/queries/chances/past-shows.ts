import type { ListedShow } from '@called-it/shared/contract/chances'
import type { NextShow, PastShow } from '@called-it/shared/game/chance/song-chance'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { LISTED_SHOW, LOCATION } from '../catalogue/listed-show.ts'
import { IS_PAST, SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

export type ListedNextShow = NextShow & { listed: ListedShow }
export type ListedPastShow = PastShow & { listed: ListedShow }

/** The columns of a {@link ListedNextShow}. */
export const NEXT_SHOW = sql`
  ${LISTED_SHOW} AS listed, shows.showdate - '1970-01-01'::date AS day,
  concat_ws(', ', shows.venue, ${LOCATION}) AS venue, shows.tour_id AS tour`

/** In the order in which they were played, with merged songs resolved. */
export async function listPastShows(db: Database): Promise<ListedPastShow[]> {
  const { rows } = await sql<ListedPastShow>`
    WITH RECURSIVE ${mergedSongs()},
    played_sets AS (
      SELECT shows.id AS show_id, performances.set_name, min(performances.sequence) AS began,
        json_agg(coalesce(merged_songs.song_id, performances.song_id) ORDER BY performances.sequence) AS songs
      FROM shows
        JOIN performances ON performances.revision_id = shows.setlist_revision_id
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE ${IS_PAST}
      GROUP BY shows.id, performances.set_name
    ),
    setlists AS (
      SELECT show_id, json_agg(json_build_object(
        'set', CASE WHEN set_name = ANY(${[...SET_NAMES]}::text[]) THEN set_name ELSE 'further' END,
        'songs', songs) ORDER BY began) AS sets
      FROM played_sets GROUP BY show_id
    )
    SELECT ${NEXT_SHOW}, setlists.sets
    FROM shows JOIN setlists ON setlists.show_id = shows.id
    ORDER BY ${SHOW_ORDER}`.execute(db)
  return rows
}
