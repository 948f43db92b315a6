import { type RawBuilder, sql } from 'kysely'
import type { SourceSetlist, SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { addSongs, holdSongNumbers } from './added-songs.ts'
import {
  givenSongs,
  type HiddenPlay,
  hiddenPlays,
  type IdentifiedSong,
  identifySongs,
} from './identified-songs.ts'
import { SHOW_ORDER, TAKES_PICKS } from './shows.ts'
import { RECENT_DAYS } from './source-shows.ts'

/*
 * Songs of a data site. Each statement takes a whole list and skips unchanged rows, so an import can be
 * repeated at any point.
 */

/**
 * Inserts missing songs, renames changed ones and retires those that are no longer listed, or listed for what does not
 * count only. A hidden play renames nothing, and a song that only hidden plays made known stays out until its setlist
 * is stored.
 *
 * @param hidden null where they are unknown: then no song is added to the songs of the source
 * @param isWhole whether the list lacks no song of the source; otherwise none is retired
 */
export async function upsertSongs(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly SourceSong[],
  hidden: readonly HiddenPlay[] | null,
  isWhole = true,
): Promise<{ changed: number }> {
  await holdSongNumbers(trx)
  const known = await identifySongs(trx, source, songs)
  const { rows } = await sql<{ is_public: boolean; is_played: boolean }>`
    WITH ${await hiddenPlays(trx, source, known, hidden ?? [])},
    held AS (SELECT EXISTS (SELECT FROM songs WHERE source = ${source}) AS any_songs)
    SELECT hidden_plays.place IS NOT NULL AS is_played, CASE
      WHEN ${hidden === null} THEN NOT held.any_songs
      WHEN hidden_plays.place IS NULL THEN true
      WHEN given.times_played IS NULL THEN NOT held.any_songs
      ELSE given.times_played > hidden_plays.counted_shows END AS is_public
    FROM given CROSS JOIN held LEFT JOIN hidden_plays USING (place)
    ORDER BY place`.execute(trx)
  const toAdd = known.flatMap((song, place) => {
    const { is_public: isPublic, is_played: isPlayed } = rows[place] ?? {}
    return isPublic ? { ...song, isPlayed } : []
  })
  const added = await addSongs(trx, source, toAdd)
  const toRename = added.songs.filter(({ isPlayed }) => !isPlayed)
  const renamed = await sql`
    WITH given AS (
      SELECT DISTINCT ON (song_id) song_id, name FROM (${givenSongs(toRename)}) AS song
      ORDER BY song_id, source_id IS NULL, place
    )
    UPDATE songs SET name = given.name
    FROM given WHERE songs.id = given.song_id AND songs.name != given.name`.execute(trx)
  // A broken row may be the one that counts.
  const isToPick = ({ onlyExcluded }: SourceSong) => !isWhole || !onlyExcluded
  const toPick = listIds(added.songs.filter(isToPick))
  const restored = await sql`
    UPDATE songs SET retired_at = NULL
    WHERE id = ANY(${toPick}::integer[]) AND retired_at IS NOT NULL`.execute(trx)
  const noneToPick = added.songs.flatMap((song) => (isToPick(song) ? [] : (song.songId ?? [])))
  const retired = await sql`
    UPDATE songs SET retired_at = now()
    WHERE ${isWhole} AND id IN (
      ${unlistedSongs(source, await identifySongs(trx, source, songs))}
      UNION
      SELECT id FROM songs
      WHERE id = ANY(${noneToPick}::integer[]) AND id <> ALL(${toPick}::integer[]) AND retired_at IS NULL
    )`.execute(trx)
  return { changed: added.changed + affected(renamed) + affected(restored) + affected(retired) }
}

/** With the songs that the listed ones are merged into. */
function listIds(songs: readonly IdentifiedSong[]): number[] {
  return songs.flatMap(({ songId, mergedInto }) => [songId ?? [], mergedInto ?? []].flat())
}

/**
 * Selects the ids of the active songs of a source that its list lacks. A list without ids cannot tell two songs with
 * one slug apart, so it has both.
 */
export function unlistedSongs(source: string, songs: readonly IdentifiedSong[]): RawBuilder<unknown> {
  return sql`
    SELECT songs.id FROM songs
    WHERE songs.source = ${source} AND songs.retired_at IS NULL AND songs.id != ALL(${listIds(songs)}::integer[])
      AND (songs.source_id IS NULL OR songs.id NOT IN (
        WITH given AS (SELECT DISTINCT slug FROM (${givenSongs(songs)}) AS song WHERE source_id IS NULL)
        SELECT twin.id FROM given JOIN songs AS twin ON twin.source = ${source} AND twin.slug = given.slug
        UNION ALL
        SELECT alias.song_id FROM given
          JOIN song_aliases AS alias
            ON alias.source = ${source} AND alias.kind = 'slug' AND alias.alias = given.slug))`
}

/** The ids of a setlist's songs in their order. Missing songs are inserted. */
export async function upsertSongIds(
  trx: DatabaseTransaction,
  source: string,
  setlist: PlayedSongs,
): Promise<number[]> {
  const { songs } = await addSongs(trx, source, songsOf(setlist), setlist.showSourceId)
  return songs.map(({ songId }, index) => {
    if (songId === null) throw new Error(`the song ${index + 1} of the list was not added`)
    return songId
  })
}

/** As `upsertSongIds` without inserting: a missing song is null. */
export async function listSongIds(
  db: Database,
  source: string,
  setlist: PlayedSongs,
): Promise<(number | null)[]> {
  const songs = await identifySongs(db, source, songsOf(setlist), setlist.showSourceId)
  return songs.map(({ songId }) => songId)
}

type PlayedSongs = Pick<SourceSetlist, 'showSourceId' | 'entries'>

function songsOf({ entries }: PlayedSongs): SourceSongReference[] {
  return entries.map(({ song }) => song)
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
  const noted = await identifySongs(trx, source, notebook ?? [])
  const songIds = [...new Set(noted.flatMap(({ songId }) => songId ?? []))]
  const updated = await sql`
    UPDATE songs SET in_notebook = NOT in_notebook
    WHERE source = ${source} AND in_notebook != (id = ANY(${songIds}::integer[]))`.execute(trx)
  return { changed: affected(updated), songs: songIds.length }
}

function affected({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): number {
  return Number(numAffectedRows ?? 0n)
}

/**
 * Updates plays, gap and last day of the listed songs, so that they tell nothing of a show that is open or whose
 * setlist is not stored. Plays are the source's without those shows. Gap and day are the source's while it counts
 * no such show; else they follow from stored setlists, and stay where those do not know the song.
 *
 * @param hidden the plays of those shows
 */
export async function updateSongStatistics(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly SourceSong[],
  hidden: readonly HiddenPlay[],
): Promise<{ changed: number }> {
  const listed = await identifySongs(trx, source, songs)
  const updated = await sql`
    WITH ${await hiddenPlays(trx, source, listed, hidden)}, ${playedSongs()},
    site AS (SELECT max(last_played) AS day FROM given),
    ahead AS (
      -- The setlist of an older show is not fetched on its own, and nobody waits for it.
      SELECT (site.day >= (now() AT TIME ZONE 'UTC')::date - ${RECENT_DAYS}::integer
        AND site.day > coalesce((SELECT max(showdate) FROM counted_shows), '-infinity')) OR EXISTS (
        SELECT FROM shows
        WHERE shows.source = ${source} AND NOT shows.excluded AND shows.showdate <= site.day AND (
          ${TAKES_PICKS}
          OR (shows.showdate = site.day AND shows.setlist_revision_id IS NULL AND shows.vanished_at IS NULL))
      ) AS is_ahead FROM site
    ), wanted AS (
      SELECT DISTINCT ON (songs.id) songs.id,
        coalesce(given.times_played - least(given.times_played, coalesce(hidden_plays.counted_shows, 0)),
          played.shows, 0) AS times_played,
        CASE WHEN NOT coalesce(ahead.is_ahead, false) THEN coalesce(given.gap, played.gap)
          WHEN played.last_day >= coalesce(songs.last_played, '-infinity') THEN played.gap
          ELSE songs.gap END AS gap,
        CASE WHEN NOT coalesce(ahead.is_ahead, false) THEN coalesce(given.last_played, played.last_day)
          ELSE greatest(songs.last_played, played.last_day) END AS last_played
      FROM given
        CROSS JOIN ahead
        JOIN songs ON songs.id = given.song_id
        LEFT JOIN played ON played.song_id = songs.id
        LEFT JOIN hidden_plays USING (place)
      ORDER BY songs.id, given.source_id IS NULL, given.times_played DESC NULLS LAST, place
    )
    UPDATE songs SET times_played = wanted.times_played, gap = wanted.gap, last_played = wanted.last_played
    FROM wanted
    WHERE songs.id = wanted.id AND (songs.times_played, songs.gap, songs.last_played)
      IS DISTINCT FROM (wanted.times_played, wanted.gap, wanted.last_played)`.execute(trx)
  return { changed: Number(updated.numAffectedRows ?? 0n) }
}

/**
 * Counts the songs of a show's setlist that were never played before, unless the show takes picks. Other songs wait
 * for the next import.
 *
 * @returns whether the setlist has such songs, so that the list of songs may have changed
 */
export async function countFirstPlays(trx: DatabaseTransaction, showId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT songs.id
    FROM shows
      JOIN performances ON performances.revision_id = shows.setlist_revision_id
      JOIN songs ON songs.id = performances.song_id
    WHERE shows.id = ${showId} AND songs.times_played = 0`.execute(trx)
  if (rows.length === 0) return false
  const songIds = rows.map(({ id }) => id)
  await sql`
    WITH ${playedSongs(sql`performances.song_id = ANY(${songIds}::integer[])`)}
    UPDATE songs SET times_played = played.shows, gap = played.gap, last_played = played.last_day
    FROM played WHERE songs.id = played.song_id`.execute(trx)
  return true
}

/** Defines `counted_shows`, closed and with a stored setlist, and `played`: what they say of each song. */
function playedSongs(performed: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> {
  return sql`
    counted_shows AS (
      SELECT id, setlist_revision_id, showdate, row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) - 1 AS age
      FROM shows
      WHERE setlist_revision_id IS NOT NULL AND NOT excluded AND NOT ${TAKES_PICKS}
    ),
    played AS (
      SELECT performances.song_id, count(DISTINCT counted_shows.id)::integer AS shows,
        max(counted_shows.showdate) AS last_day, min(counted_shows.age)::integer AS gap
      FROM counted_shows JOIN performances ON performances.revision_id = counted_shows.setlist_revision_id
      WHERE ${performed}
      GROUP BY performances.song_id
    )`
}
