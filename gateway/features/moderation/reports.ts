import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { deleteAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import {
  findUserById,
  holdActiveUserForUpdate,
  holdUserForUpdate,
  updateDisplayName,
} from '@called-it/infra/postgres/queries/accounts/users'
import { isLeagueMember } from '@called-it/infra/postgres/queries/leagues/league-members'
import { holdLeaguesForUpdate } from '@called-it/infra/postgres/queries/leagues/leagues'
import {
  decideReports,
  insertReport,
  type Reported,
  updateLeagueName,
} from '@called-it/infra/postgres/queries/moderation/moderation'
import { topics } from '@called-it/shared/contract/events'
import {
  DECISIONS_OF,
  type DecideReportBody,
  type Decision,
  type ReportBody,
} from '@called-it/shared/contract/moderation'
import { said } from '@called-it/shared/languages/said'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { addBoardsOfUser } from '../../resources/boards-of-user.ts'
import { type ModerationParts, suspendIn } from './suspensions.ts'

/** @throws ApiError `league_not_found` for everybody but members; `user_not_found`; `not_allowed` for oneself */
export async function report(db: Database, userId: number, body: ReportBody): Promise<void> {
  const reported: Reported =
    body.kind === 'league' ? { kind: 'league', id: body.league_id } : { kind: body.kind, id: body.user_id }
  if (reported.kind === 'league') {
    if (!(await isLeagueMember(db, reported.id, userId))) throw new ApiError('league_not_found')
  } else {
    if (reported.id === userId) throw new ApiError('not_allowed', { text: { id: 'error.report-self' } })
    await checkReported(db, reported)
  }
  await insertReport(db, reported, { userId, note: body.note?.trim() || null })
}

/** A user with that name, or with an image, whose name is not hidden. */
async function checkReported(db: Database, { kind, id }: Reported): Promise<void> {
  const user = await findUserById(db, id)
  const isShown = user && user.deletedAt === null && user.suspendedAt === null
  if (!isShown || (kind === 'image' && user.avatarPath === null)) throw new ApiError('user_not_found')
}

/**
 * Decides all open reports of one thing. Of two admins who decide at once, the second one gets `report_not_found`.
 *
 * @throws ApiError `report_not_found`; `invalid` for a decision that does not fit the thing, and to suspend without a
 *   reason; `last_admin`; `not_allowed` to suspend oneself
 */
export async function decideReport(
  { db, publisher }: ModerationParts,
  { reason, ...decided }: DecideReportBody,
  actor: Actor,
): Promise<void> {
  const { kind, id, decision } = decided
  if (!DECISIONS_OF[kind].some((fitting) => fitting === decision)) throw invalid('decision')
  if (decision === 'suspend' && reason === undefined) throw invalid('reason')
  await changeAndPublish(db, publisher, async (trx, changed) => {
    // Holds user or league before their reports, as deletions do.
    const isDecided =
      decision === 'suspend'
        ? (await suspendIn(trx, { userId: id, reason: reason ?? '' }, actor, changed)).includes(kind)
        : await holdAndDecide(trx, decided, actor)
    if (!isDecided) throw new ApiError('report_not_found')
    await insertAuditEntry(trx, {
      ...actor,
      action: 'report:decided',
      subject: kind === 'league' ? `league:${id}` : userSubject(id),
      details: { kind, decision },
    })
    if (kind === 'league') await resetLeague(trx, decided, changed)
    else await resetProfile(trx, decided, changed)
  })
  if (decision === 'suspend') await publisher.publish('session:revoked', { userId: id, reason: 'ended' })
}

async function holdAndDecide(
  trx: DatabaseTransaction,
  decided: Reported & { decision: Decision },
  { actorId }: Actor,
): Promise<boolean> {
  if (decided.kind === 'league') await holdLeaguesForUpdate(trx, [decided.id])
  else await holdUserForUpdate(trx, decided.id)
  return decideReports(trx, { ...decided, adminId: actorId })
}

async function resetLeague(
  trx: DatabaseTransaction,
  { id, decision }: DecideReportBody,
  changed: Set<string>,
): Promise<void> {
  if (decision !== 'reset-name') return
  await updateLeagueName(trx, id, `league ${id}`)
  changed.add(topics.league(id))
}

/** A profile that is deleted or suspended meanwhile shows neither. */
async function resetProfile(
  trx: DatabaseTransaction,
  { id, decision }: DecideReportBody,
  changed: Set<string>,
): Promise<void> {
  if (decision === 'dismiss' || !(await holdActiveUserForUpdate(trx, id))) return
  if (decision === 'reset-name') await updateDisplayName(trx, id, `fan ${id}`)
  else await deleteAvatar(trx, id)
  await addBoardsOfUser(trx, id, changed)
}

function invalid(path: string): ApiError {
  return new ApiError('invalid', { issues: [{ path, message: said('field.decision') }] })
}
