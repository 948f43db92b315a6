import { type RawBuilder, sql } from 'kysely'
import type { SourceSetlist, SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { addSongs, holdSongNumbers } from './added-songs.ts'
import { givenSongs, type HiddenPlay, hiddenPlays } from './given-songs.ts'
import { type IdentifiedSong, identifySongs } from './identified-songs.ts'

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
