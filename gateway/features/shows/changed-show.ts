import { changeAndPublish } from '@called-it/infra/events/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import type { GatewayParts } from '../../parts.ts'
import { getShowForChange } from '../../resources/show.ts'

export type ShowParts = Pick<GatewayParts, 'postgres' | 'publisher'>

type ChangingShow = {
  readonly trx: DatabaseTransaction
  readonly changed: Set<string>
  readonly show: Show
  /** By the database's clock, read after the show was locked: running saves have finished, later ones wait. */
  readonly now: Date
  /** Stores the times that follow from what was set. */
  settle(): Promise<void>
  audit(action: string, details: Record<string, unknown>): Promise<void>
}

/**
 * Runs `change` with the locked show, and publishes the show.
 *
 * @throws ApiError `show_not_found`
 */
export function changeShow(
  { postgres, publisher }: ShowParts,
  actor: Actor,
  showId: number,
  change: (changing: ChangingShow) => Promise<void>,
): Promise<void> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const show = await getShowForChange(trx, showId)
    const now = await getDatabaseTime(trx)
    const subject = topics.show(showId)
    changed.add(subject)
    const audit = (action: string, details: Record<string, unknown>) =>
      insertAuditEntry(trx, { ...actor, action, subject, details })
    const settle = async () => {
      for (const settled of await settleShowTimes(trx, [showId])) changed.add(topics.show(settled.showId))
    }
    await change({ trx, changed, show, now, settle, audit })
  })
}
