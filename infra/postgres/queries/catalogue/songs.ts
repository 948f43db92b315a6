import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A song of the catalogue. */
export type Song = {
  id: number
  name: string
  slug: string
  timesPlayed: number
  /** Shows since it was last played; null where it never was, or the source does not tell. */
  gap: number | null
  /** `YYYY-MM-DD` */
  lastPlayed: string | null
}

/** A song that the kickstart may draw, with the set in which the band plays it most often. */
export type NotebookSong = {
  id: number
  name: string
  slug: string
  /** Null where it was only played in further sets, or never. */
  usualSet: SetName | null
}

/** The computed notebook looks back this far, */
const NOTEBOOK_YEARS = 2
/** and leaves out what these last shows had. */
const NOTEBOOK_RESTING_SHOWS = 3

function selectSongs(db: Database) {
  return db
    .selectFrom('songs')
    .select(['id', 'name', 'slug', 'times_played as timesPlayed', 'gap', 'last_played as lastPlayed'])
}

/** Every song that can be picked, by name. */
export async function listActiveSongs(db: Database): Promise<Song[]> {
  return selectSongs(db)
    .where('retired_at', 'is', null)
    .orderBy(sql`lower(name) COLLATE "C"`)
    .orderBy('id')
    .execute()
}

/** Songs by their numbers, retired ones too; a number that nobody has is left out. */
export async function listSongsByIds(db: Database, songIds: readonly number[]): Promise<Song[]> {
  return selectSongs(db).where('id', '=', sql<number>`ANY(${songIds}::integer[])`).execute()
}

/**
 * The songs that the kickstart draws from: the songwriter's notebook where the source has one, the computed
 * one otherwise. The order has no meaning.
 */
export async function listNotebookSongs(db: Database): Promise<NotebookSong[]> {
  const notebook = await listSourceNotebook(db)
  return notebook.length > 0 ? notebook : listComputedNotebook(db)
}

async function listSourceNotebook(db: Database): Promise<NotebookSong[]> {
  const { rows } = await sql<NotebookSong>`
    WITH ${usualSets()}
    SELECT songs.id, songs.name, songs.slug, usual_sets.set_name AS "usualSet"
    FROM songs LEFT JOIN usual_sets ON usual_sets.song_id = songs.id
    WHERE songs.in_notebook AND songs.retired_at IS NULL`.execute(db)
  return rows
}

/**
 * A notebook for sources that have none: what the band played in the two years up to its last show with a
 * setlist, without the songs of the last three, which will hardly come again so soon.
 */
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
      JOIN songs ON songs.id = played_songs.song_id AND songs.retired_at IS NULL
      LEFT JOIN usual_sets ON usual_sets.song_id = songs.id`.execute(db)
  return rows
}

/** The set that each song was played in most often, over the setlists that count; the earlier set where two tie. */
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
