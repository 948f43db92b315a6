import { type RawBuilder, sql } from 'kysely'
import type { SourceShow, SourceSong, SourceSongReference, SourceTour } from '../../setlist-sources/source.ts'
import type { DatabaseTransaction } from '../client.ts'

/*
 * What a data site lists, brought into the catalogue. Every statement takes a whole list and leaves rows
 * alone that are as the site has them, so that an import can be repeated at any point.
 */

/** Adds the songs that are missing, updates those that changed, and retires those that are listed no longer. */
export async function storeSongs(
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

/**
 * The numbers of the songs that a setlist names, in its order. A song that the catalogue does not have yet
 * is added to it.
 */
export async function getSongNumbers(
  trx: DatabaseTransaction,
  source: string,
  references: readonly SourceSongReference[],
): Promise<number[]> {
  const given = givenSongs(references)
  await insertMissingSongs(trx, source, given)
  const { rows } = await sql<{ song_id: number }>`
    WITH given AS (${given})
    SELECT (
      SELECT songs.id FROM songs
      WHERE songs.source = ${source} AND ${isSameSong()}
      ORDER BY ${bestMatchFirst()} LIMIT 1
    ) AS song_id
    FROM given ORDER BY place`.execute(trx)
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

/** A song is known by the site's id, or by its slug where the site gives it none. */
function identity(table: 'songs' | 'given'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`coalesce('id ' || ${column('source_id')}, 'slug ' || ${column('slug')})`
}

/** A reference without an id means whichever song has its slug. */
function isSameSong(): RawBuilder<boolean> {
  return sql`CASE WHEN given.source_id IS NULL THEN songs.slug = given.slug
    ELSE songs.source_id = given.source_id END`
}

function bestMatchFirst(): RawBuilder<unknown> {
  return sql`songs.source_id IS NOT NULL, songs.times_played DESC, songs.id`
}

/**
 * Adds songs under the next free numbers, in the order given. The numbers are taken here and not by an
 * identity column, which would burn one for every song that is known already, and there are 65,535.
 */
async function insertMissingSongs(
  trx: DatabaseTransaction,
  source: string,
  given: RawBuilder<unknown>,
): Promise<number> {
  // Two imports at once would take the same numbers.
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
 * Marks the songs of the songwriter's notebook, and no others of this source.
 *
 * @param notebook null where the site has none
 */
export async function storeNotebook(
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

/** Adds the tours that are missing, in the order listed, and updates those that changed. */
export async function storeTours(
  trx: DatabaseTransaction,
  source: string,
  tours: readonly SourceTour[],
): Promise<{ changed: number }> {
  const records = tours.map((tour, place) => ({
    place,
    source_id: tour.sourceId,
    name: tour.name,
    start_date: tour.startDate,
    end_date: tour.endDate,
    description: tour.description,
  }))
  const given = sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS tour(
      place integer, source_id text, name text, start_date date, end_date date, description text)`
  const updated = await sql`
    WITH given AS (${given})
    UPDATE tours SET name = given.name, start_date = given.start_date, end_date = given.end_date,
      description = given.description
    FROM given
    WHERE tours.source = ${source} AND tours.source_id = given.source_id
      AND (tours.name, tours.start_date, tours.end_date, tours.description)
        IS DISTINCT FROM (given.name, given.start_date, given.end_date, given.description)`.execute(trx)
  const inserted = await sql`
    WITH given AS (${given})
    INSERT INTO tours (source, source_id, name, start_date, end_date, description)
    SELECT ${source}, source_id, name, start_date, end_date, description FROM given
    WHERE NOT EXISTS (SELECT FROM tours WHERE tours.source = ${source} AND tours.source_id = given.source_id)
    ORDER BY place`.execute(trx)
  return { changed: affected(updated) + affected(inserted) }
}

/**
 * Adds the shows that are missing and updates those that changed. An instant at which picks close that is
 * known already stays, since an admin may have set it, and a scored show is not excluded afterwards: its
 * scores would have to go first.
 *
 * @returns how many rows changed, and the shows among them that open pages list: known ones, and new ones
 *   that are yet to come
 */
export async function storeShows(
  trx: DatabaseTransaction,
  source: string,
  shows: readonly SourceShow[],
): Promise<{ changed: number; listedShowIds: number[] }> {
  const given = givenShows(source, shows)
  const updated = await sql<{ id: number }>`
    WITH given AS (${given})
    UPDATE shows SET tour_id = given.tour_id, showdate = given.showdate, venue = given.venue,
      city = given.city, state = given.state, country = given.country,
      locks_at = coalesce(shows.locks_at, given.locks_at),
      excluded = given.excluded AND shows.score_set_id IS NULL,
      exclusion_reason = CASE WHEN given.excluded THEN shows.exclusion_reason END
    FROM given
    WHERE shows.source = ${source} AND shows.source_id = given.source_id
      AND (shows.tour_id, shows.showdate, shows.venue, shows.city, shows.state, shows.country, shows.locks_at,
          shows.excluded)
        IS DISTINCT FROM (given.tour_id, given.showdate, given.venue, given.city, given.state, given.country,
          coalesce(shows.locks_at, given.locks_at), given.excluded AND shows.score_set_id IS NULL)
    RETURNING shows.id`.execute(trx)
  const inserted = await sql<{ id: number; is_to_come: boolean }>`
    WITH given AS (${given})
    INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, locks_at, excluded)
    SELECT ${source}, source_id, tour_id, showdate, venue, city, state, country, locks_at, excluded FROM given
    WHERE NOT EXISTS (SELECT FROM shows WHERE shows.source = ${source} AND shows.source_id = given.source_id)
    ORDER BY place
    RETURNING id, showdate >= (now() AT TIME ZONE 'UTC')::date AS is_to_come`.execute(trx)
  const newListed = inserted.rows.filter((show) => show.is_to_come)
  return {
    changed: updated.rows.length + inserted.rows.length,
    listedShowIds: [...updated.rows, ...newListed].map(({ id }) => id),
  }
}

function givenShows(source: string, shows: readonly SourceShow[]): RawBuilder<unknown> {
  const records = shows.map((show, place) => ({
    place,
    source_id: show.sourceId,
    tour_source_id: show.tourSourceId,
    showdate: show.date,
    venue: show.venue,
    city: show.city,
    state: show.state,
    country: show.country,
    locks_at: show.locksAt,
    excluded: show.excluded,
  }))
  return sql`
    SELECT show.*, tours.id AS tour_id
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS show(
      place integer, source_id text, tour_source_id text, showdate date, venue text, city text, state text,
      country text, locks_at timestamptz, excluded boolean)
    LEFT JOIN tours ON tours.source = ${source} AND tours.source_id = show.tour_source_id`
}

function affected({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): number {
  return Number(numAffectedRows ?? 0n)
}
