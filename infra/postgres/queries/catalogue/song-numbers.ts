import { counted } from '@called-it/shared/contract/counted'
import { MAX_SONG_ID } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** The message is for admins. */
export class TooManySongsError extends Error {
  override readonly name = 'TooManySongsError'

  constructor(count: number) {
    const [needed, room] = [counted(count, 'song'), counted(MAX_SONG_ID, 'song')]
    super(`With those of the source there would be ${needed}, and an installation has room for ${room}.`)
  }
}

/** @throws TooManySongsError where the numbers left, which are never reused, do not suffice */
export async function checkSongNumbers(db: Database, missing: number): Promise<void> {
  if (missing === 0) return
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM songs`.execute(db)
  const count = (rows[0]?.last ?? 0) + missing
  if (count > MAX_SONG_ID) throw new TooManySongsError(count)
}
