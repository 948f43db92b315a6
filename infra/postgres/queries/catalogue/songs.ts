import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export type Song = {
  id: number
  name: string
  slug: string
  timesPlayed: number
  /** Shows since it was last played; null if never, or unknown to the source. */
  gap: number | null
  lastPlayed: string | null
}

/** A song that a random draft may contain, with the set in which it is played most often. */
export type NotebookSong = {
  id: number
  name: string
  slug: string
  /** Null if it was never played in a predictable set. */
  usualSet: SetName | null
}

/** How far back the computed notebook looks. */
const NOTEBOOK_YEARS = 2
/** The computed notebook omits the songs of so many last shows. */
const NOTEBOOK_RESTING_SHOWS = 3

/** Whether a song can be picked. Others stay in the picks, setlists and scores that have them. */
const IS_LISTED = sql<boolean>`(songs.retired_at IS NULL)`

function selectSongs(db: Database) {
  return db
    .selectFrom('songs')
    .select(['id', 'name', 'slug', 'times_played as timesPlayed', 'gap', 'last_played as lastPlayed'])
}

export async function listActiveSongs(db: Database): Promise<Song[]> {
  return selectSongs(db).where(IS_LISTED).orderBy(sql`lower(name) COLLATE "C"`).orderBy('id').execute()
}

/** Includes songs that are not listed; unknown ids are omitted. */
export async function listSongsByIds(
  db: Database,
  songIds: readonly number[],
): Promise<(Song & { isListed: boolean })[]> {
  return selectSongs(db)
    .select(IS_LISTED.as('isListed'))
    .where('id', '=', sql<number>`ANY(${songIds}::integer[])`)
    .execute()
}

/** The songs for random drafts: the notebook of the songwriter, or a computed one. In no order. */
export async function listNotebookSongs(db: Database): Promise<NotebookSong[]> {
  const notebook = await listSourceNotebook(db)
  return notebook.length > 0 ? notebook : listComputedNotebook(db)
}

async function listSourceNotebook(db: Database): Promise<NotebookSong[]> {
  const { rows } = await sql<NotebookSong>`
    WITH ${usualSets()}
    SELECT songs.id, songs.name, songs.slug, usual_sets.set_name AS "usualSet"
    FROM songs LEFT JOIN usual_sets ON usual_sets.song_id = songs.id
    WHERE songs.in_notebook AND ${IS_LISTED}`.execute(db)
  return rows
}

/** The songs of two years up to the last setlist, except those of its last three shows. */
async function listComputedNotebook(db: Database): Promise<NotebookSong[]> {
  const { rows } = await sql<NotebookSong>`
    WITH ${usualSets()},
    played_shows AS (
      SELECT setlist_revision_id AS revision_id, showdate,
        row_number() OVER (ORDER BY showdate DESC, id DESC) AS age,
        max(showdate) OVER () AS last_day
      FROM shows WHERE setlist_revision_id IS NOT NULL AND NOT excluded
    ),
    played_songs AS (
      SELECT performances.song_id
      FROM played_shows JOIN performances USING (revision_id)
      WHERE played_shows.showdate > played_shows.last_day - make_interval(years => ${NOTEBOOK_YEARS})
      GROUP BY performances.song_id
      HAVING min(played_shows.age) > ${NOTEBOOK_RESTING_SHOWS}
    )
    SELECT songs.id, songs.name, songs.slug, usual_sets.set_name AS "usualSet"
    FROM played_songs
      JOIN songs ON songs.id = played_songs.song_id AND ${IS_LISTED}
      LEFT JOIN usual_sets ON usual_sets.song_id = songs.id`.execute(db)
  return rows
}

/** The set in which each song was played most often; the earlier set on a tie. */
function usualSets() {
  return sql`
    usual_sets AS (
      SELECT DISTINCT ON (performances.song_id) performances.song_id, performances.set_name
      FROM shows JOIN performances ON performances.revision_id = shows.setlist_revision_id
      WHERE NOT shows.excluded AND performances.set_name = ANY(${[...SET_NAMES]}::text[])
      GROUP BY performances.song_id, performances.set_name
      ORDER BY performances.song_id, count(*) DESC,
        array_position(${[...SET_NAMES]}::text[], performances.set_name)
    )`
}
