import type { AdminSong, ListedSong } from '@called-it/shared/contract/admin-songs'
import { foldedForms } from '@called-it/shared/game/search-fold'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { songCounts } from './songs.ts'

export type SongState = 'hidden' | 'merged' | 'retired'

const IS_IN_STATE: Record<SongState, RawBuilder<boolean>> = {
  hidden: sql`songs.hidden_at IS NOT NULL`,
  merged: sql`songs.merged_into IS NOT NULL`,
  retired: sql`songs.retired_at IS NOT NULL`,
}

/** Songs as admins see them, also those that fans cannot pick. */
function selectSongs<More>(more: RawBuilder<unknown>, matches: RawBuilder<boolean>, limit: number) {
  return sql<ListedSong & More>`
    WITH RECURSIVE ${songCounts()}
    SELECT songs.id, songs.name, songs.slug, counts.times_played, counts.gap, counts.last_played,
      songs.hidden_at IS NOT NULL AS is_hidden, songs.retired_at IS NOT NULL AS is_retired,
      CASE WHEN target.id IS NOT NULL THEN json_build_object('id', target.id, 'name', target.name) END
        AS merged_into,
      ${more}
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
): Promise<{ songs: ListedSong[]; total: number }> {
  const isFound = sql<boolean>`(strpos(lower(songs.name), lower(${search})) > 0
    OR strpos(lower(songs.slug), lower(${search})) > 0
    OR EXISTS (SELECT FROM unnest(${foldedForms(search)}::text[]) AS form WHERE strpos(search_fold(songs.name), form) > 0))`
  const matches = state ? sql<boolean>`${isFound} AND ${IS_IN_STATE[state]}` : isFound
  const total = sql`(count(*) OVER ())::integer AS total`
  const { rows } = await selectSongs<{ total: number }>(total, matches, limit).execute(db)
  return { songs: rows.map(({ total: _, ...song }) => song), total: rows[0]?.total ?? 0 }
}

export async function findCatalogueSong(
  db: Database,
  songId: number,
): Promise<Omit<AdminSong, 'aliases' | 'changes'> | null> {
  type More = Pick<AdminSong, 'source' | 'source_id' | 'merged_from'>
  const more = sql`songs.source, songs.source_id, counts.merged AS merged_from`
  const { rows } = await selectSongs<More>(more, sql`songs.id = ${songId}`, 1).execute(db)
  const [song] = rows
  return song ? { ...song, merged_from: song.merged_from.map(({ id, name }) => ({ id, name })) } : null
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
