import type { listSuspensions, ReportedRow } from '@called-it/infra/postgres/queries/moderation/moderation'
import type { ReportedThing, SuspendedFan } from '@called-it/shared/contract/moderation'
import { avatarPath } from '../../resources/avatar-path.ts'

export function presentReported({ avatarHash, firstAt, ...row }: ReportedRow): ReportedThing {
  return { ...row, avatar_path: avatarPath(row.id, avatarHash), first_at: firstAt.toISOString() }
}

type Suspension = Awaited<ReturnType<typeof listSuspensions>>[number]

export function presentSuspended(suspension: Suspension): SuspendedFan {
  return {
    user_id: suspension.userId,
    display_name: suspension.displayName,
    reason: suspension.reason,
    suspended_at: suspension.suspendedAt.toISOString(),
    suspended_by: suspension.suspendedBy,
  }
}
