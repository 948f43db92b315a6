import { foldedForms } from '@called-it/shared/game/search-fold'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { songCounts } from './songs.ts'

type NamedSong = { id: number; name: string }

/** A song as admins see it, also one that fans cannot pick. */
export type CatalogueSong = NamedSong & {
  slug: string
  source: string
  sourceId: string | null
  timesPlayed: number
  gap: number | null
  lastPlayed: string | null
  isHidden: boolean
  isRetired: boolean
  mergedInto: NamedSong | null
  mergedFrom: NamedSong[]
}

export type SongState = 'hidden' | 'merged' | 'retired'

const IS_IN_STATE: Record<SongState, RawBuilder<boolean>> = {
  hidden: sql`songs.hidden_at IS NOT NULL`,
  merged: sql`songs.merged_into IS NOT NULL`,
  retired: sql`songs.retired_at IS NOT NULL`,
}

function selectSongs(matches: RawBuilder<boolean>, limit: number) {
  return sql<CatalogueSong & { total: number }>`
    WITH RECURSIVE ${songCounts()}
    SELECT songs.id, songs.name, songs.slug, songs.source, songs.source_id AS "sourceId",
      counts.times_played AS "timesPlayed", counts.gap, counts.last_played AS "lastPlayed",
      songs.hidden_at IS NOT NULL AS "isHidden", songs.retired_at IS NOT NULL AS "isRetired",
      CASE WHEN target.id IS NOT NULL THEN json_build_object('id', target.id, 'name', target.name) END
        AS "mergedInto",
      counts.merged AS "mergedFrom", (count(*) OVER ())::integer AS total
    FROM songs
      JOIN song_counts AS counts USING (id)
      LEFT JOIN songs AS target ON target.id = songs.merged_into
    WHERE ${matches}
    ORDER BY lower(songs.name) COLLATE "C", songs.id
    LIMIT ${limit}`
}

/** The first songs by name that match, and the number of all. */
export async function listCatalogueSongs(
  db: Database,
  { search, state, limit }: { search: string; state: SongState | undefined; limit: number },
): Promise<{ songs: CatalogueSong[]; total: number }> {
  const isFound = sql<boolean>`(strpos(lower(songs.name), lower(${search})) > 0
    OR strpos(lower(songs.slug), lower(${search})) > 0
    OR EXISTS (SELECT FROM unnest(${foldedForms(search)}::text[]) AS form WHERE strpos(search_fold(songs.name), form) > 0))`
  const matches = state ? sql<boolean>`${isFound} AND ${IS_IN_STATE[state]}` : isFound
  const { rows } = await selectSongs(matches, limit).execute(db)
  return { songs: rows, total: rows[0]?.total ?? 0 }
}

export async function findCatalogueSong(db: Database, songId: number): Promise<CatalogueSong | null> {
  const { rows } = await selectSongs(sql`songs.id = ${songId}`, 1).execute(db)
  return rows[0] ?? null
}

export async function listSongAliases(db: Database, songId: number) {
  return db
    .selectFrom('song_aliases')
    .select(['source', 'kind', 'alias'])
    .where('song_id', '=', songId)
    .orderBy('source')
    .orderBy('kind')
    .orderBy('alias')
    .execute()
}

/** Whether it was the other way before; null for an unknown song. */
export async function updateHidden(
  trx: DatabaseTransaction,
  songId: number,
  hidden: boolean,
): Promise<boolean | null> {
  const song = await trx
    .selectFrom('songs')
    .select('hidden_at')
    .where('id', '=', songId)
    .forUpdate()
    .executeTakeFirst()
  if (!song) return null
  if ((song.hidden_at !== null) === hidden) return false
  await trx
    .updateTable('songs')
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where('id', '=', songId)
    .execute()
  return true
}
