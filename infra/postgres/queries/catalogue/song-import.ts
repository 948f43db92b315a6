import { type RawBuilder, sql } from 'kysely'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { givenSongs, type HiddenPlay, hiddenPlays, identity, isSameSong } from './given-songs.ts'
import { checkSongNumbers, missingSongs } from './song-numbers.ts'

/*
 * Songs of a data site. Each statement takes a whole list and skips unchanged rows, so an import can be
 * repeated at any point.
 */

/**
 * Inserts missing songs, renames changed ones and retires those that are no longer listed. A hidden play renames
 * nothing, and a song that only hidden plays made known stays out until its setlist is stored.
 *
 * @param hidden null where they are unknown: then no song is added to the songs of the source
 */
export async function upsertSongs(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly SourceSong[],
  hidden: readonly HiddenPlay[] | null,
): Promise<{ changed: number }> {
  const { rows } = await sql<{ is_public: boolean; is_played: boolean }>`
    WITH ${hiddenPlays(songs, hidden ?? [])},
    held AS (SELECT EXISTS (SELECT FROM songs WHERE source = ${source}) AS any_songs)
    SELECT hidden_plays.place IS NOT NULL AS is_played, CASE
      WHEN ${hidden === null} THEN NOT held.any_songs
      WHEN hidden_plays.place IS NULL THEN true
      WHEN given.times_played IS NULL THEN NOT held.any_songs
      ELSE given.times_played > hidden_plays.counted_shows END AS is_public
    FROM given CROSS JOIN held LEFT JOIN hidden_plays USING (place)
    ORDER BY place`.execute(trx)
  const toAdd = songs.filter((_, place) => rows[place]?.is_public)
  const toRename = songs.filter((_, place) => rows[place]?.is_public && !rows[place].is_played)
  const inserted = await insertMissingSongs(trx, source, givenSongs(toAdd))
  const renamed = await sql`
    WITH given AS (${givenSongs(toRename)})
    UPDATE songs SET slug = given.slug, name = given.name
    FROM given
    WHERE songs.source = ${source} AND ${identity('songs')} = ${identity('given')}
      AND (songs.slug, songs.name) IS DISTINCT FROM (given.slug, given.name)`.execute(trx)
  const restored = await sql`
    WITH given AS (${givenSongs(toAdd)})
    UPDATE songs SET retired_at = NULL
    WHERE source = ${source} AND retired_at IS NOT NULL
      AND ${identity('songs')} IN (SELECT ${identity('given')} FROM given)`.execute(trx)
  const retired = await sql`
    WITH given AS (${givenSongs(songs)})
    UPDATE songs SET retired_at = now()
    WHERE source = ${source} AND retired_at IS NULL
      AND ${identity('songs')} NOT IN (SELECT ${identity('given')} FROM given)`.execute(trx)
  return { changed: inserted + affected(renamed) + affected(restored) + affected(retired) }
}

/** The ids of a setlist's songs in their order. Missing songs are inserted. */
export async function upsertSongIds(
  trx: DatabaseTransaction,
  source: string,
  references: readonly SourceSongReference[],
): Promise<number[]> {
  await insertMissingSongs(trx, source, givenSongs(references))
  const numbers = await findSongIds(trx, source, references)
  return numbers.map((number, index) => {
    if (number === null) throw new Error(`the song ${index + 1} of the list was not added`)
    return number
  })
}

/** As `upsertSongIds` without inserting: a missing song is null. */
export async function findSongIds(
  db: Database,
  source: string,
  references: readonly SourceSongReference[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ song_id: number | null }>`
    WITH given AS (${givenSongs(references)})
    SELECT (
      SELECT songs.id FROM songs
      WHERE songs.source = ${source} AND ${isSameSong('given', 'songs')}
      ORDER BY ${bestMatchFirst()} LIMIT 1
    ) AS song_id
    FROM given ORDER BY place`.execute(db)
  return rows.map(({ song_id }) => song_id)
}

function bestMatchFirst(): RawBuilder<unknown> {
  return sql`songs.source_id IS NOT NULL, songs.times_played DESC, songs.id`
}

/**
 * Inserts songs with the next free ids, in the order given. An identity column would skip an id for every known
 * song, and ids end at 65,535.
 *
 * @throws TooManySongsError
 */
async function insertMissingSongs(
  trx: DatabaseTransaction,
  source: string,
  given: RawBuilder<unknown>,
): Promise<number> {
  // Two concurrent imports would take the same ids.
  await sql`SELECT pg_advisory_xact_lock(hashtext('song numbers'))`.execute(trx)
  await checkSongNumbers(trx, source, given)
  const inserted = await sql`
    WITH given AS (${given}), missing AS (${missingSongs(source)})
    INSERT INTO songs (id, source, source_id, slug, name)
    SELECT (SELECT coalesce(max(id), 0) FROM songs) + row_number() OVER (ORDER BY place),
      ${source}, source_id, slug, name
    FROM missing`.execute(trx)
  return affected(inserted)
}

/**
 * Marks exactly these songs of the source as the songwriter's notebook.
 *
 * @param notebook null if the source has none
 */
export async function updateNotebookSongs(
  trx: DatabaseTransaction,
  source: string,
  notebook: readonly SourceSongReference[] | null,
): Promise<{ changed: number; songs: number }> {
  const updated = await sql`
    WITH given AS (${givenSongs(notebook ?? [])}), noted AS (
      SELECT songs.id, EXISTS (SELECT FROM given WHERE ${isSameSong('given', 'songs')}) AS in_notebook
      FROM songs WHERE songs.source = ${source}
    )
    UPDATE songs SET in_notebook = noted.in_notebook
    FROM noted WHERE songs.id = noted.id AND songs.in_notebook != noted.in_notebook`.execute(trx)
  const { count } = await trx
    .selectFrom('songs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .where('in_notebook', '=', true)
    .executeTakeFirstOrThrow()
  return { changed: affected(updated), songs: count }
}

function affected({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): number {
  return Number(numAffectedRows ?? 0n)
}
