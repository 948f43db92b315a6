import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { holdUserForUpdate, isLastAdmin } from '@called-it/infra/postgres/queries/accounts/users'
import {
  decideReports,
  insertSuspension,
  liftSuspension as liftInPostgres,
  type ReportKind,
} from '@called-it/infra/postgres/queries/moderation/moderation'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { addBoardsOfUser } from '../../resources/boards-of-user.ts'

export type ModerationParts = { readonly db: Database; readonly publisher: EventPublisher }

type Suspension = { readonly userId: number; readonly reason: string }

/**
 * Ends every session, also on open pages, key and device, mails the reason, and decides the open reports of name and
 * image.
 *
 * @throws ApiError `user_not_found`; `last_admin`; `not_allowed` for oneself
 */
export async function suspendUser(
  { db, publisher }: ModerationParts,
  suspension: Suspension,
  actor: Actor,
): Promise<void> {
  await changeAndPublish(db, publisher, (trx, changed) => suspendIn(trx, suspension, actor, changed))
  await publisher.publish('session:revoked', { userId: suspension.userId, reason: 'ended' })
}

/**
 * Publish that the sessions have ended after the commit.
 *
 * @returns of which kinds it has decided open reports
 */
export async function suspendIn(
  trx: DatabaseTransaction,
  { userId, reason }: Suspension,
  actor: Actor,
  changed: Set<string>,
): Promise<ReportKind[]> {
  if (await isLastAdmin(trx, userId)) throw new ApiError('last_admin')
  if (userId === actor.actorId) throw new ApiError('not_allowed', { text: { id: 'error.suspend-self' } })
  if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
  const decided: ReportKind[] = []
  for (const kind of ['name', 'image'] as const) {
    const given = { kind, id: userId, decision: 'suspend', adminId: actor.actorId } as const
    if (await decideReports(trx, given)) decided.push(kind)
  }
  if (!(await insertSuspension(trx, { userId, reason, adminId: actor.actorId }))) return decided
  await addName(trx, userId, changed)
  await insertJob(trx, 'mail-suspended', { userId })
  await insertAuditEntry(trx, {
    ...actor,
    action: 'user:suspended',
    subject: userSubject(userId),
    details: { reason },
  })
  return decided
}

/** @throws ApiError `user_not_found` */
export async function liftSuspension(
  { db, publisher }: ModerationParts,
  userId: number,
  actor: Actor,
): Promise<void> {
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('user_not_found')
    if (!(await liftInPostgres(trx, userId))) return
    await addName(trx, userId, changed)
    await insertAuditEntry(trx, { ...actor, action: 'suspension:lifted', subject: userSubject(userId) })
  })
}

/** Pages and cached responses with the name: boards, and all that follow deletions. */
async function addName(trx: DatabaseTransaction, userId: number, changed: Set<string>): Promise<void> {
  await addBoardsOfUser(trx, userId, changed)
  changed.add(topics.deletions)
}
