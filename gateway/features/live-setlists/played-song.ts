import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { addSongByName, TooManySongsError } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { topics } from '@called-it/shared/contract/events'
import type { Tap, TapOperation } from '@called-it/shared/contract/live-editing'
import { said } from '@called-it/shared/languages/said'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'

type TapOfShow = { showId: number; operation: Tap['operation']; actor: Actor }

/**
 * The operation with the song that it means: a new one is added to the catalogue, and a merged one is the song that it is.
 *
 * @throws ApiError `too_many_songs`, 422 for an unknown song
 */
export async function resolveSong(
  trx: DatabaseTransaction,
  changed: Set<string>,
  { showId, operation, actor }: TapOfShow,
): Promise<TapOperation> {
  if (operation.op === 'new-song') {
    const song = await addSong(trx, changed, { showId, name: operation.name, actor })
    return { op: 'song', song: (await findSong(trx, song)) ?? song }
  }
  if (operation.op !== 'song' && operation.op !== 'replace') return operation
  const song = await findSong(trx, operation.song)
  if (song !== null) return { ...operation, song }
  const issue = { path: 'operation.song', message: said('field.no-song', { song: `${operation.song}` }) }
  throw new ApiError('invalid', { issues: [issue] })
}

async function findSong(trx: DatabaseTransaction, songId: number): Promise<number | null> {
  const [known] = await listSongsByIds(trx, [songId])
  return known?.song.id ?? null
}

async function addSong(
  trx: DatabaseTransaction,
  changed: Set<string>,
  { showId, name, actor }: { showId: number; name: string; actor: Actor },
): Promise<number> {
  const { songId, isNew } = await addSongByName(trx, { showId, name }).catch((error: unknown) => {
    throw error instanceof TooManySongsError ? new ApiError('too_many_songs') : error
  })
  if (isNew) {
    const details = { songId, name }
    await insertAuditEntry(trx, { ...actor, action: 'song:added', subject: topics.show(showId), details })
    changed.add(topics.catalogue)
  }
  return songId
}
