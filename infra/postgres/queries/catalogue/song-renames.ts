import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { IdentifiedSong } from './identified-songs.ts'
import { SHOW_ORDER } from './shows.ts'
import { unlistedSongs } from './song-import.ts'

/** A song that a list lacks. */
export type UnlistedSong = {
  id: number
  name: string
  hasId: boolean
  /** The last show of the source with it. Null if the source's setlist of none is stored. */
  lastShow: { id: number; sourceId: string; date: string; revisionId: number } | null
}

/** The most played first. */
export async function listUnlistedSongs(
  db: Database,
  source: string,
  songs: readonly IdentifiedSong[],
): Promise<UnlistedSong[]> {
  const { rows } = await sql<UnlistedSong>`
    SELECT songs.id, songs.name, songs.source_id IS NOT NULL AS "hasId", last_show.place AS "lastShow"
    FROM songs LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', shows.id, 'sourceId', shows.source_id, 'date', shows.showdate,
        'revisionId', shows.setlist_revision_id) AS place
      FROM performances
        JOIN shows ON shows.setlist_revision_id = performances.revision_id
        JOIN setlist_revisions AS revision ON revision.id = shows.setlist_revision_id
      WHERE performances.song_id = songs.id AND shows.source = ${source} AND revision.origin = 'source'
      ORDER BY ${SHOW_ORDER} DESC LIMIT 1
    ) AS last_show ON true
    WHERE songs.id IN (${unlistedSongs(source, songs)}) AND songs.merged_into IS NULL
    ORDER BY songs.times_played DESC, songs.id`.execute(db)
  return rows
}

export type NamedSong = { id: number; name: string; slug: string; hasId: boolean; isListed: boolean }

/** Those of a source that may be one: listed ones first, then the most played. */
export async function listNamedSongs(db: Database, source: string): Promise<NamedSong[]> {
  const { rows } = await sql<NamedSong>`
    SELECT id, name, slug, source_id IS NOT NULL AS "hasId", retired_at IS NULL AS "isListed" FROM songs
    WHERE source = ${source} AND merged_into IS NULL AND hidden_at IS NULL
    ORDER BY retired_at IS NULL DESC, times_played DESC, id`.execute(db)
  return rows
}

/** That a song is listed by another slug now, or that two names seem to be one song's. */
export type SongRename = {
  songId: number
  slug: string
  reason: 'position' | 'spelling' | 'name'
  /** The show of a `position`; else null. */
  showId: number | null
}

/** Returns how many are new. One that was dropped stays dropped. */
export async function insertSongRenames(
  trx: DatabaseTransaction,
  renames: readonly SongRename[],
): Promise<number> {
  if (renames.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('song_renames')
    .values(renames.map(({ songId, showId, ...rename }) => ({ song_id: songId, show_id: showId, ...rename })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}
