import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { lockSongs } from './added-songs.ts'
import { type IdentifiedSong, identifySongs } from './identified-songs.ts'
import { unlistedSongs } from './song-import.ts'

/** A song that a list lacks. */
export type UnlistedSong = {
  id: number
  name: string
  hasId: boolean
  /** The last show of the source with it. Null if the source's setlist of none is stored. */
  lastShow: { sourceId: string; date: string; revisionId: number } | null
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
      SELECT jsonb_build_object('sourceId', shows.source_id, 'date', shows.showdate,
        'revisionId', shows.setlist_revision_id) AS place
      FROM performances
        JOIN shows ON shows.setlist_revision_id = performances.revision_id
        JOIN setlist_revisions AS revision ON revision.id = shows.setlist_revision_id
      WHERE performances.song_id = songs.id AND shows.source = ${source} AND revision.origin = 'source'
      ORDER BY shows.showdate DESC, shows.id DESC LIMIT 1
    ) AS last_show ON true
    WHERE songs.id IN (${unlistedSongs(source, songs)}) AND songs.merged_into IS NULL
    ORDER BY songs.times_played DESC, songs.id`.execute(db)
  return rows
}

/** That the song has another slug and another name now. */
export type SongRename = {
  songId: number
  slug: string
  name: string
  reason: 'position' | 'spelling'
}

/** Returns how many are new. One that was dropped stays dropped. */
export async function insertSongRenames(
  trx: DatabaseTransaction,
  renames: readonly SongRename[],
): Promise<number> {
  if (renames.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('song_renames')
    .values(renames.map(({ songId, ...rename }) => ({ song_id: songId, ...rename })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

export type ProposedRename = SongRename & {
  source: string
  /** The present name. */
  songName: string
  createdAt: Date
}

/** Omits those whose song is listed again or merged. */
function selectProposedRenames(db: Database) {
  return db
    .selectFrom('song_renames as rename')
    .innerJoin('songs', 'songs.id', 'rename.song_id')
    .select([
      'rename.song_id as songId',
      'rename.slug',
      'rename.name',
      'rename.reason',
      'rename.created_at as createdAt',
      'songs.source',
      'songs.name as songName',
    ])
    .where('rename.dropped_at', 'is', null)
    .where('songs.retired_at', 'is not', null)
    .where('songs.merged_into', 'is', null)
}

export async function listProposedRenames(db: Database): Promise<ProposedRename[]> {
  return selectProposedRenames(db)
    .orderBy('rename.created_at')
    .orderBy('songs.name')
    .orderBy('rename.slug')
    .execute()
}

/** Imports of songs wait until the end of the transaction. */
export async function lockProposedRename(
  trx: DatabaseTransaction,
  songId: number,
  slug: string,
): Promise<ProposedRename | null> {
  await lockSongs(trx)
  const rename = await selectProposedRenames(trx)
    .where('rename.song_id', '=', songId)
    .where('rename.slug', '=', slug)
    .executeTakeFirst()
  return rename ?? null
}

/**
 * The song is listed again under its new name, and what came under that name is merged into it. Its plays and gap
 * follow with the next import.
 *
 * @returns the song that was merged into it
 */
export async function acceptRename(
  trx: DatabaseTransaction,
  { source, songId, slug, name }: ProposedRename,
): Promise<number | null> {
  const [newcomer] = await identifySongs(trx, source, [{ sourceId: null, slug, name }])
  const mergedId = newcomer?.songId !== songId && newcomer?.mergedInto === null ? newcomer.songId : null
  await sql`
    INSERT INTO song_aliases (source, kind, alias, song_id)
    SELECT ${source}, 'slug', ${slug}, ${songId}::integer
    UNION ALL
    SELECT ${source}, 'id', source_id, ${songId}::integer FROM songs WHERE id = ${mergedId} AND source_id IS NOT NULL
    ON CONFLICT (source, kind, alias) DO UPDATE SET song_id = excluded.song_id`.execute(trx)
  await sql`UPDATE songs SET merged_into = ${songId} WHERE id = ${mergedId} OR merged_into = ${mergedId}`.execute(
    trx,
  )
  await sql`UPDATE songs SET retired_at = NULL, name = ${name} WHERE id = ${songId}`.execute(trx)
  await sql`DELETE FROM song_renames WHERE song_id = ${songId}`.execute(trx)
  await sql`
    UPDATE song_renames SET dropped_at = now()
    FROM songs
    WHERE songs.id = song_renames.song_id AND songs.source = ${source} AND song_renames.slug = ${slug}
      AND song_renames.dropped_at IS NULL`.execute(trx)
  return mergedId
}

export async function dropRename(trx: DatabaseTransaction, { songId, slug }: ProposedRename): Promise<void> {
  await sql`
    UPDATE song_renames SET dropped_at = now() WHERE song_id = ${songId} AND slug = ${slug}`.execute(trx)
}
