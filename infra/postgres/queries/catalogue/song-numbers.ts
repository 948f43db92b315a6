import { counted } from '@called-it/shared/contract/counted'
import { MAX_SONG_ID } from '@called-it/shared/game/setlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { identity, isSameSong } from './given-songs.ts'

/** The message is for admins. */
export class TooManySongsError extends Error {
  override readonly name = 'TooManySongsError'

  constructor(count: number) {
    const [needed, room] = [counted(count, 'song'), counted(MAX_SONG_ID, 'song')]
    super(`With those of the source there would be ${needed}, and an installation has room for ${room}.`)
  }
}

/** The songs of `given` that are not stored yet, each once. */
export function missingSongs(source: string): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT ON (${identity('given')}) given.* FROM given
    WHERE NOT EXISTS (SELECT FROM songs WHERE songs.source = ${source} AND ${isSameSong('given', 'songs')})
    ORDER BY ${identity('given')}, place`
}

/**
 * @param given from `givenSongs`
 * @throws TooManySongsError where the numbers left, which are never reused, do not suffice
 */
export async function checkSongNumbers(
  db: Database,
  source: string,
  given: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    WITH given AS (${given}), missing AS (${missingSongs(source)})
    SELECT ((SELECT coalesce(max(id), 0) FROM songs) + count(*))::integer AS count FROM missing
    HAVING count(*) > 0`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count > MAX_SONG_ID) throw new TooManySongsError(count)
}
