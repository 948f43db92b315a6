import type { ChangedSong, Correction } from '@called-it/shared/contract/corrections'
import type { SongChange } from '@called-it/shared/game/corrections'
import { announcementKinds } from '@called-it/shared/notifications/catalogue'
import type { Database } from '../../client.ts'
import { listSongsByIds } from '../catalogue/songs.ts'

/** The corrections of a show that fans were told, newest first. */
export async function listSentCorrections(db: Database, showId: number): Promise<Correction[]> {
  const rows = await db
    .selectFrom('announcements')
    .select(['payload', 'created_at'])
    .where('show_id', '=', showId)
    .where('kind', '=', 'score-corrected')
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ payload, created_at }) => ({
    at: created_at.toISOString(),
    ...announcementKinds['score-corrected'].payload.parse(payload),
  }))
}

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
