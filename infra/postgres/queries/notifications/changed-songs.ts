import type { ChangedSong } from '@called-it/shared/contract/corrections'
import type { SongChange } from '@called-it/shared/game/corrections'
import type { Database } from '../../client.ts'
import { listSongsByIds } from '../catalogue/songs.ts'

/** As pages name them: a song that is merged into another one has that one's name, and its own if this is the change. */
export async function nameChangedSongs(db: Database, changes: readonly SongChange[]): Promise<ChangedSong[]> {
  const ids = changes.flatMap(({ songId, countsAs }) => [songId, countsAs ?? songId])
  const known = new Map((await listSongsByIds(db, ids)).map((song) => [song.id, song]))
  return changes.map(({ songId, before, after, countsAs }) => {
    const song = known.get(songId)
    const name = countsAs === null ? song?.song.name : song?.name
    return {
      id: songId,
      name: name ?? `Song ${songId}`,
      before: [...before],
      after: [...after],
      countsAs: countsAs === null ? null : (known.get(countsAs)?.name ?? null),
    }
  })
}
