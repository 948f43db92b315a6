import { changeAndPublish } from '@called-it/infra/live/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  lockShowForChange,
  type Show,
  updateShowLock,
} from '@called-it/infra/postgres/queries/catalogue/shows'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/clock'
import { topics } from '@called-it/shared/contract/live'
import { closesAt } from '@called-it/shared/game/calendar'
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
    const reopens = reopensPicks(show, locksAt, await getDatabaseTime(trx))
    await updateShowLock(trx, showId, { locksAt, picksClosed: show.picksClosed && !reopens })
    await insertAuditEntry(trx, {
      ...actor,
      action: 'show:locked',
      subject: topics.show(showId),
      details: { locksAt: locksAt?.toISOString() ?? null, reopens },
    })
    changed.add(topics.show(showId))
  })
}

/** A show that a run has closed stays closed: the run reopens it if it fails. */
function reopensPicks(show: Show, locksAt: Date | null, now: Date): boolean {
  if (!show.picksClosed || show.isScored || show.closedByRun !== null || locksAt === null) return false
  return locksAt > now && locksAt > closesAt({ showdate: show.showdate, locks_at: show.locksAt })
}
