import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { songSubject } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { dropRename, listProposedRenames } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { topics } from '@called-it/shared/contract/events'
import { RENAMES_PAGE } from '@called-it/shared/contract/song-renames'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

export const readRenames = (db: Database) => listProposedRenames(db, RENAMES_PAGE)

/** @throws ApiError `rename_not_found` when it is not proposed, or not any more */
export async function keepBoth(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  { songId, slug }: { songId: number; slug: string },
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const rename = await dropRename(trx, songId, slug)
    if (!rename) throw new ApiError('rename_not_found')
    await insertAuditEntry(trx, {
      ...actor,
      action: 'song-rename:dropped',
      subject: songSubject(songId),
      details: { from: null, into: rename.newer.id },
    })
    changed.add(topics.catalogue)
  })
}
