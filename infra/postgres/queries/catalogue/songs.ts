import type { Song as PublicSong } from '@called-it/shared/contract/songs'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SHOW_ORDER, TAKES_PICKS } from './shows.ts'
import { mergedSongs } from './song-merges.ts'

/**
 * Defines `merged_songs` and `song_counts`: plays, gap and last day of each song, with the songs that are merged into
 * it. A show in which two of them were played is one play. A merged song has its own counts. Needs WITH RECURSIVE.
 */
export function songCounts(): RawBuilder<unknown> {
  return sql`
    ${mergedSongs()},
    merged_counts AS (
      SELECT merged_songs.song_id, sum(songs.times_played) AS times_played, min(songs.gap) AS gap,
        max(songs.last_played) AS last_played,
        json_agg(json_build_object('id', songs.id, 'name', songs.name, 'slug', songs.slug) ORDER BY songs.id)
          AS merged
      FROM merged_songs JOIN songs USING (id)
      GROUP BY merged_songs.song_id
    ),
    joined_songs AS (
      SELECT id, song_id FROM merged_songs UNION SELECT song_id, song_id FROM merged_songs
    ),
    joined_shows AS (
      SELECT joined_songs.song_id, count(DISTINCT performances.song_id) - 1 AS counted_twice
      FROM joined_songs
        JOIN performances ON performances.song_id = joined_songs.id
        JOIN shows ON shows.setlist_revision_id = performances.revision_id
      WHERE NOT shows.excluded AND NOT ${TAKES_PICKS}
      GROUP BY joined_songs.song_id, shows.id
    ),
    counted_twice AS (SELECT song_id, sum(counted_twice) AS plays FROM joined_shows GROUP BY song_id),
    song_counts AS (
      SELECT songs.id,
        greatest(0, songs.times_played + coalesce(merged_counts.times_played, 0)
          - coalesce(counted_twice.plays, 0))::integer AS times_played,
        least(songs.gap, merged_counts.gap) AS gap,
        greatest(songs.last_played, merged_counts.last_played) AS last_played,
        coalesce(merged_counts.merged, '[]') AS merged
      FROM songs
        LEFT JOIN merged_counts ON merged_counts.song_id = songs.id
        LEFT JOIN counted_twice ON counted_twice.song_id = songs.id
    )`
}

export type Song = Omit<PublicSong, 'also_named'> & {
  /** The songs that are merged into it. */
  merged: { id: number; name: string; slug: string }[]
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
export const IS_LISTED = sql<boolean>`
  (songs.retired_at IS NULL AND songs.hidden_at IS NULL AND songs.merged_into IS NULL)`

const COUNTED_SONGS = sql`
  SELECT songs.id, songs.name, songs.slug, counts.times_played, counts.gap, counts.last_played, counts.merged
  FROM songs JOIN song_counts AS counts USING (id)`

/** By lower-case name. Songs that are merged into one count with it. */
export async function listActiveSongs(db: Database): Promise<Song[]> {
  const { rows } = await sql<Song>`
    WITH RECURSIVE ${songCounts()}
    ${COUNTED_SONGS}
    WHERE ${IS_LISTED}
    ORDER BY lower(songs.name) COLLATE "C", songs.id`.execute(db)
  return rows
}

/** The song that a song is merged into, else itself, retired or not; null if it is unknown or hidden. */
export async function findShownSong(db: Database, songId: number): Promise<Song | null> {
  const { rows } = await sql<Song>`
    WITH RECURSIVE ${songCounts()}
    ${COUNTED_SONGS}
    WHERE songs.hidden_at IS NULL
      AND songs.id = coalesce((SELECT song_id FROM merged_songs WHERE id = ${songId}), ${songId})`.execute(db)
  return rows[0] ?? null
}

/** In no order. */
export async function listListedSongIds(db: Database): Promise<number[]> {
  const songs = await db.selectFrom('songs').select('id').where(IS_LISTED).execute()
  return songs.map(({ id }) => id)
}

export type KnownSong = {
  id: number
  name: string
  isListed: boolean
  /** The song that it is merged into, at the end of the chain; else itself. */
  song: { id: number; name: string }
}

/** Includes songs that are not listed; unknown ids are omitted. */
export async function listSongsByIds(db: Database, songIds: readonly number[]): Promise<KnownSong[]> {
  const { rows } = await sql<KnownSong>`
    WITH RECURSIVE ${mergedSongs()}
    SELECT songs.id, songs.name, ${IS_LISTED} AS "isListed",
      json_build_object('id', shown.id, 'name', shown.name) AS song
    FROM songs
      LEFT JOIN merged_songs USING (id)
      JOIN songs AS shown ON shown.id = coalesce(merged_songs.song_id, songs.id)
    WHERE songs.id = ANY(${songIds}::integer[])`.execute(db)
  return rows
}

/** The songs for random drafts: the notebook of the songwriter, or a computed one. In no order. */
export async function listNotebookSongs(db: Database): Promise<NotebookSong[]> {
  const notebook = await listSourceNotebook(db)
  return notebook.length > 0 ? notebook : listComputedNotebook(db)
}

async function listSourceNotebook(db: Database): Promise<NotebookSong[]> {
  const { rows } = await sql<NotebookSong>`
    WITH RECURSIVE ${mergedSongs()}, ${usualSets()}, ${notedSongs()}
    SELECT songs.id, songs.name, songs.slug, usual_sets.set_name AS "usualSet"
    FROM noted_songs
      JOIN songs USING (id)
      LEFT JOIN usual_sets ON usual_sets.song_id = songs.id`.execute(db)
  return rows
}

/** The songwriter's notebook, if the source has one. After `mergedSongs`. */
export function notedSongs(): RawBuilder<unknown> {
  return sql`
    noted_songs AS (
      SELECT DISTINCT songs.id
      FROM songs AS noted
        LEFT JOIN merged_songs ON merged_songs.id = noted.id
        JOIN songs ON songs.id = coalesce(merged_songs.song_id, noted.id)
      WHERE noted.in_notebook AND ${IS_LISTED}
    )`
}

/** The songs of two years up to the last setlist, except those of its last three shows. */
async function listComputedNotebook(db: Database): Promise<NotebookSong[]> {
  const { rows } = await sql<NotebookSong>`
    WITH RECURSIVE ${mergedSongs()}, ${usualSets()},
    played_shows AS (
      SELECT setlist_revision_id AS revision_id, showdate,
        row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) AS age,
        max(showdate) OVER () AS last_day
      FROM shows WHERE setlist_revision_id IS NOT NULL AND NOT excluded
    ),
    played_songs AS (
      SELECT coalesce(merged_songs.song_id, performances.song_id) AS song_id
      FROM played_shows
        JOIN performances USING (revision_id)
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE played_shows.showdate > played_shows.last_day - make_interval(years => ${NOTEBOOK_YEARS})
      GROUP BY 1
      HAVING min(played_shows.age) > ${NOTEBOOK_RESTING_SHOWS}
    )
    SELECT songs.id, songs.name, songs.slug, usual_sets.set_name AS "usualSet"
    FROM played_songs
      JOIN songs ON songs.id = played_songs.song_id AND ${IS_LISTED}
      LEFT JOIN usual_sets ON usual_sets.song_id = songs.id`.execute(db)
  return rows
}

/** The set in which each song was played most often; the earlier set on a tie. After `mergedSongs`. */
function usualSets() {
  return sql`
    played_sets AS (
      SELECT coalesce(merged_songs.song_id, performances.song_id) AS song_id, performances.set_name
      FROM shows
        JOIN performances ON performances.revision_id = shows.setlist_revision_id
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE NOT shows.excluded AND performances.set_name = ANY(${[...SET_NAMES]}::text[])
    ),
    usual_sets AS (
      SELECT DISTINCT ON (song_id) song_id, set_name
      FROM played_sets
      GROUP BY song_id, set_name
      ORDER BY song_id, count(*) DESC, array_position(${[...SET_NAMES]}::text[], set_name)
    )`
}
