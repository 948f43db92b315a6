import { type RawBuilder, sql } from 'kysely'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'

/*
 * Songs of a data site. Each statement takes a whole list and skips unchanged rows, so an import can be
 * repeated at any point.
 */

/** Inserts missing songs, updates changed ones and retires those that are no longer listed. */
export async function upsertSongs(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly SourceSong[],
): Promise<{ changed: number }> {
  const given = givenSongs(songs)
  const inserted = await insertMissingSongs(trx, source, given)
  const updated = await sql`
    WITH given AS (${given}), played AS (
      SELECT performances.song_id, count(DISTINCT shows.id) AS shows, max(shows.showdate) AS last_day
      FROM shows JOIN performances ON performances.revision_id = shows.setlist_revision_id
      WHERE NOT shows.excluded
      GROUP BY performances.song_id
    ), wanted AS (
      -- Where the site does not count, our own setlists do.
      SELECT songs.id, given.slug, given.name, given.gap,
        coalesce(given.times_played, played.shows, 0)::integer AS times_played,
        coalesce(given.last_played, played.last_day) AS last_played
      FROM given
        JOIN songs ON songs.source = ${source} AND ${identity('songs')} = ${identity('given')}
        LEFT JOIN played ON played.song_id = songs.id
    )
    UPDATE songs SET slug = wanted.slug, name = wanted.name, gap = wanted.gap,
      times_played = wanted.times_played, last_played = wanted.last_played, retired_at = NULL
    FROM wanted
    WHERE songs.id = wanted.id AND (
      (songs.slug, songs.name, songs.gap, songs.times_played, songs.last_played)
        IS DISTINCT FROM (wanted.slug, wanted.name, wanted.gap, wanted.times_played, wanted.last_played)
      OR songs.retired_at IS NOT NULL
    )`.execute(trx)
  const retired = await sql`
    WITH given AS (${given})
    UPDATE songs SET retired_at = now()
    WHERE source = ${source} AND retired_at IS NULL
      AND ${identity('songs')} NOT IN (SELECT ${identity('given')} FROM given)`.execute(trx)
  return { changed: inserted + affected(updated) + affected(retired) }
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
      WHERE songs.source = ${source} AND ${isSameSong()}
      ORDER BY ${bestMatchFirst()} LIMIT 1
    ) AS song_id
    FROM given ORDER BY place`.execute(db)
  return rows.map(({ song_id }) => song_id)
}

type GivenSong = SourceSongReference & Partial<Pick<SourceSong, 'timesPlayed' | 'gap' | 'lastPlayed'>>

function givenSongs(songs: readonly GivenSong[]): RawBuilder<unknown> {
  const records = songs.map((song, place) => ({
    place,
    source_id: song.sourceId,
    slug: song.slug,
    name: song.name,
    times_played: song.timesPlayed ?? null,
    gap: song.gap ?? null,
    last_played: song.lastPlayed ?? null,
  }))
  return sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS song(
      place integer, source_id text, slug text, name text, times_played integer, gap integer, last_played date)`
}

/** A song is identified by the source's id, or by its slug if it has none. */
function identity(table: 'songs' | 'given'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`coalesce('id ' || ${column('source_id')}, 'slug ' || ${column('slug')})`
}

/** A reference without an id matches any song with its slug. */
function isSameSong(): RawBuilder<boolean> {
  return sql`CASE WHEN given.source_id IS NULL THEN songs.slug = given.slug
    ELSE songs.source_id = given.source_id END`
}

function bestMatchFirst(): RawBuilder<unknown> {
  return sql`songs.source_id IS NOT NULL, songs.times_played DESC, songs.id`
}

/**
 * Inserts songs with the next free ids, in the order given. An identity column would skip an id for every known
 * song, and ids end at 65,535.
 */
async function insertMissingSongs(
  trx: DatabaseTransaction,
  source: string,
  given: RawBuilder<unknown>,
): Promise<number> {
  // Two concurrent imports would take the same ids.
  await sql`SELECT pg_advisory_xact_lock(hashtext('song numbers'))`.execute(trx)
  const inserted = await sql`
    WITH given AS (${given}), missing AS (
      SELECT DISTINCT ON (${identity('given')}) given.* FROM given
      WHERE NOT EXISTS (SELECT FROM songs WHERE songs.source = ${source} AND ${isSameSong()})
      ORDER BY ${identity('given')}, place
    )
    INSERT INTO songs (id, source, source_id, slug, name, times_played, gap, last_played)
    SELECT (SELECT coalesce(max(id), 0) FROM songs) + row_number() OVER (ORDER BY place),
      ${source}, source_id, slug, name, coalesce(times_played, 0), gap, last_played
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
      SELECT songs.id, EXISTS (SELECT FROM given WHERE ${isSameSong()}) AS in_notebook
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
