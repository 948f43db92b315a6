import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { updateHidden } from '@called-it/infra/postgres/queries/catalogue/admin-songs'
import { songSubject } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

/**
 * Takes a song out of the list to pick from, or puts it back.
 *
 * @throws ApiError `song_not_found`
 */
export async function setHidden(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  songId: number,
  hidden: boolean,
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const isChanged = await updateHidden(trx, songId, hidden)
    if (isChanged === null) throw new ApiError('song_not_found')
    if (!isChanged) return
    await insertAuditEntry(trx, {
      ...actor,
      action: hidden ? 'song:hidden' : 'song:unhidden',
      subject: songSubject(songId),
    })
    changed.add(topics.catalogue)
  })
}
