import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { sql } from 'kysely'
import { slugOf } from '../../../setlist-sources/slug.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { addSongs } from './added-songs.ts'

/**
 * The song of this name of a show's source, inserted if it is missing. Without an id of the source: an import that lists
 * its slug gives it one.
 *
 * @throws TooManySongsError
 */
export async function addSongByName(
  trx: DatabaseTransaction,
  { showId, name }: { showId: number; name: string },
): Promise<{ songId: number; isNew: boolean }> {
  // A show made by hand has no songs of its own.
  const { rows } = await sql<{ source: string }>`
    SELECT coalesce(
      CASE WHEN source = ${MADE_BY_HAND} THEN (SELECT songs.source FROM songs ORDER BY songs.id DESC LIMIT 1) END,
      source) AS source
    FROM shows WHERE id = ${showId}`.execute(trx)
  const source = rows[0]?.source ?? MADE_BY_HAND
  const { songs, changed } = await addSongs(trx, source, [{ sourceId: null, slug: slugOf(name), name }])
  const songId = songs[0]?.songId ?? null
  if (songId === null) throw new Error('the song was not inserted')
  return { songId, isNew: changed > 0 }
}
