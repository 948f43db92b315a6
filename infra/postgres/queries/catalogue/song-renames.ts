import type { SongRename as ListedRename } from '@called-it/shared/contract/song-renames'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { holdSongNumbers } from './added-songs.ts'
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

/** Merging the newer song into the song, which is no longer listed or has much the same name, accepts it. */
type ProposedRename = Omit<ListedRename, 'created_at'> & { created_at: Date }

/** Omits those of which a song is merged, the newer one is not listed, or the older one is by another name. */
function selectProposedRenames(matches: RawBuilder<boolean>, limit: number) {
  return sql<ProposedRename & { total: number }>`
    SELECT json_build_object('id', songs.id, 'name', songs.name) AS song,
      json_build_object('id', newer.id, 'name', newer.name) AS newer,
      rename.slug, rename.reason, rename.created_at,
      CASE WHEN shows.id IS NOT NULL
        THEN json_build_object('id', shows.id, 'date', shows.showdate, 'venue', shows.venue) END AS show,
      (count(*) OVER ())::integer AS total
    FROM song_renames AS rename
      JOIN songs ON songs.id = rename.song_id
      JOIN LATERAL (
        SELECT id, name FROM songs AS newer
        WHERE newer.source = songs.source AND newer.slug = rename.slug AND newer.id <> songs.id
          AND newer.retired_at IS NULL AND newer.merged_into IS NULL
        ORDER BY times_played DESC, id LIMIT 1
      ) AS newer ON true
      LEFT JOIN shows ON shows.id = rename.show_id
    WHERE rename.decision IS NULL AND (songs.retired_at IS NOT NULL OR rename.reason = 'name')
      AND songs.merged_into IS NULL AND ${matches}
    ORDER BY rename.created_at, songs.name, rename.slug
    LIMIT ${limit}`
}

/** The oldest that match, and the number of all that do. */
export async function listProposedRenames(
  db: Database,
  limit: number,
  matches: RawBuilder<boolean> = sql`true`,
): Promise<{ renames: ProposedRename[]; total: number }> {
  const { rows } = await selectProposedRenames(matches, limit).execute(db)
  return { renames: rows.map(({ total: _, ...rename }) => rename), total: rows[0]?.total ?? 0 }
}

/** Keeps two songs for good. Null if it is not proposed, or not any more. */
export async function dropRename(
  trx: DatabaseTransaction,
  songId: number,
  slug: string,
): Promise<ProposedRename | null> {
  const matches = sql<boolean>`rename.song_id = ${songId} AND rename.slug = ${slug}`
  const { rows } = await selectProposedRenames(matches, 1).execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('song_renames')
    .set({ decision: 'dropped' })
    .where('song_id', '=', songId)
    .where('slug', '=', slug)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? (rows[0] ?? null) : null
}

type Merge = { songId: number; into: number }

/**
 * Call it when a song is merged into another one. If it was proposed as the other one, that is listed again under its
 * name, slug and id. Imports of songs wait until the end of the transaction.
 *
 * @returns whether it was proposed
 */
export async function acceptRename(trx: DatabaseTransaction, { songId, into }: Merge): Promise<boolean> {
  await holdSongNumbers(trx)
  const { rows } = await sql`
    UPDATE song_renames AS rename SET decision = 'accepted'
    FROM songs, songs AS newer
    WHERE songs.id = ${into} AND newer.id = ${songId} AND newer.source = songs.source
      AND rename.song_id = songs.id AND rename.slug = newer.slug AND songs.retired_at IS NOT NULL
    RETURNING rename.slug`.execute(trx)
  if (rows.length === 0) return false
  await sql`
    INSERT INTO song_aliases (source, kind, alias, song_id)
    SELECT source, 'slug', slug, ${into}::integer FROM songs WHERE id = ${songId}
    UNION ALL
    SELECT source, 'id', source_id, ${into}::integer FROM songs WHERE id = ${songId} AND source_id IS NOT NULL
    ON CONFLICT (source, kind, alias) DO UPDATE SET song_id = excluded.song_id`.execute(trx)
  await moveListing(trx, { from: songId, to: into })
  return true
}

/** Call it when the merge of a song into another one ends. Both are then as before, and never proposed again. */
export async function undoRename(trx: DatabaseTransaction, { songId, into }: Merge): Promise<void> {
  await holdSongNumbers(trx)
  const { rows } = await sql<{ decision: string | null }>`
    UPDATE song_renames AS rename SET decision = 'dropped'
    FROM songs AS newer
    WHERE newer.id = ${songId} AND rename.song_id = ${into} AND rename.slug = newer.slug
      AND (rename.decision = 'accepted' OR rename.reason = 'name')
    RETURNING old.decision`.execute(trx)
  // Without a decision both were listed.
  if (!rows.some(({ decision }) => decision === 'accepted')) return
  await sql`
    DELETE FROM song_aliases USING songs
    WHERE songs.id = ${songId} AND song_aliases.song_id = ${into} AND song_aliases.source = songs.source
      AND (kind, alias) IN (('slug', songs.slug), ('id', songs.source_id))`.execute(trx)
  await moveListing(trx, { from: into, to: songId })
}

/**
 * Lists one song instead of another one. They exchange their names, so that fans find a merged song by its earlier name
 * too. The source counts all plays under the listed one: in both they would count twice.
 */
async function moveListing(
  trx: DatabaseTransaction,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    UPDATE songs SET name = other.name,
      times_played = CASE songs.id WHEN ${to} THEN other.times_played ELSE 0 END,
      gap = CASE songs.id WHEN ${to} THEN other.gap END,
      last_played = CASE songs.id WHEN ${to} THEN other.last_played END,
      retired_at = CASE songs.id WHEN ${to} THEN NULL ELSE now() END
    FROM songs AS other
    WHERE (songs.id, other.id) IN ((${from}, ${to}), (${to}, ${from}))`.execute(trx)
}
