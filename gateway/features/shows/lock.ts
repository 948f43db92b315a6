import { changeAndPublish } from '@called-it/infra/live/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { lockShowForChange, updateShowLock } from '@called-it/infra/postgres/queries/catalogue/shows'
import { topics } from '@called-it/shared/contract/live'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

/**
 * Null: picks close at the end of the show's UTC day. A future instant after the previous one reopens a show whose
 * scores were reset.
 *
 * @throws ApiError `show_not_found`
 */
export async function setLock(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  showId: number,
  locksAt: Date | null,
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const show = await lockShowForChange(trx, showId)
    if (!show) throw new ApiError('show_not_found')
    await updateShowLock(trx, showId, { locksAt, picksClosed: show.picksClosed })
    await insertAuditEntry(trx, {
      ...actor,
      action: 'show:locked',
      subject: topics.show(showId),
      details: { locksAt: locksAt?.toISOString() ?? null },
    })
    changed.add(topics.show(showId))
  })
}
