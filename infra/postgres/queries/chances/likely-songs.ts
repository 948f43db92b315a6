import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { IS_LISTED, notedSongs } from '../catalogue/songs.ts'

export type LikelySong = {
  id: number
  name: string
  slug: string
  chance: number
  /** The points of a pick in each slot, on average. */
  expected: number[]
}

/**
 * The songs for the random draft of a show: those of the songwriter's notebook, all if there is none. None without
 * chances, and after the lock, when songs without a chance stand among them because they were picked. In no order.
 */
export async function listLikelySongs(db: Database, showId: number): Promise<LikelySong[]> {
  const { rows } = await sql<LikelySong>`
    WITH RECURSIVE ${mergedSongs()}, ${notedSongs()}
    SELECT songs.id, songs.name, songs.slug, song_chances.chance, song_chances.expected
    FROM show_chances
      JOIN song_chances USING (show_id)
      JOIN songs ON songs.id = song_chances.song_id AND ${IS_LISTED}
    WHERE show_chances.show_id = ${showId} AND show_chances.frozen_at IS NULL
      AND (songs.id IN (SELECT id FROM noted_songs) OR NOT EXISTS (SELECT FROM noted_songs))`.execute(db)
  return rows
}
