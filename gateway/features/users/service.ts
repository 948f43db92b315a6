import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { endSessions as endInPostgres } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate, updateSwitch } from '@called-it/infra/postgres/queries/accounts/users'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'

/**
 * Logs a user out everywhere, also on open pages, and deletes the user's keys and devices.
 *
 * @returns the number of sessions ended
 * @throws ApiError `user_not_found`
 */
export async function endSessions(
  { db, publisher }: { db: Database; publisher: EventPublisher },
  userId: number,
  actor: Actor,
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
    await insertAuditEntry(trx, { ...actor, action: 'sessions:ended', subject: userSubject(userId) })
    return endInPostgres(trx, userId)
  })
  await publisher.publish('session:revoked', { userId, reason: 'ended' })
  return ended
}

/**
 * Lets a user enter setlists of shows that run, or ends that, on open pages too.
 *
 * @throws ApiError `user_not_found`
 */
export async function setLiveOperator(
  { db, publisher }: { db: Database; publisher: EventPublisher },
  userId: number,
  isLiveOperator: boolean,
  actor: Actor,
): Promise<void> {
  const hasChanged = await db.transaction().execute(async (trx) => {
    if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
    if (!(await updateSwitch(trx, userId, 'is_live_operator', isLiveOperator))) return false
    const action = isLiveOperator ? 'live-operator:granted' : 'live-operator:revoked'
    await insertAuditEntry(trx, { ...actor, action, subject: userSubject(userId) })
    return true
  })
  if (hasChanged) await publisher.publish('session:revoked', { userId, reason: 'rights' })
}
