import { changeAndPublish } from '@called-it/infra/live/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  acceptRename,
  dropRename,
  listProposedRenames,
  lockProposedRename,
} from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { topics } from '@called-it/shared/contract/live'
import type { SongRename } from '@called-it/shared/contract/song-renames'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentRename } from './presenter.ts'

export async function readRenames(db: Database): Promise<{ renames: SongRename[] }> {
  return { renames: (await listProposedRenames(db)).map(presentRename) }
}

/** @throws ApiError `rename_not_found` when it is not proposed, or not any more */
export async function settleRename(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  { songId, slug }: { songId: number; slug: string },
  decision: 'accepted' | 'dropped',
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const rename = await lockProposedRename(trx, songId, slug)
    if (!rename) throw new ApiError('rename_not_found')
    const merged = decision === 'accepted' ? await acceptRename(trx, rename) : null
    if (decision === 'dropped') await dropRename(trx, rename)
    await insertAuditEntry(trx, {
      ...actor,
      action: `song-rename:${decision}`,
      subject: `song:${songId}`,
      details: { from: rename.songName, to: rename.name, merged },
    })
    changed.add(topics.catalogue)
  })
}
