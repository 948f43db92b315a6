import type { AuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'

/** From where something is done, as the audit log notes it. */
export type Origin = Pick<AuditEntry, 'address' | 'requestId'>

/** Who does something, as the audit log notes it. */
export type Actor = Origin & { readonly actorId: number }

/** The origin of a call that anybody may make. */
export function originOf(call: { address: string; requestId: string }): Origin {
  return { address: call.address, requestId: call.requestId }
}

/** The actor of a call that somebody who is logged in makes. */
export function actorOf(call: { user: User; address: string; requestId: string }): Actor {
  return { actorId: call.user.id, ...originOf(call) }
}

/** What users do to their own account. */
type AccountAction =
  | 'registered'
  | 'verified'
  | 'logged-in'
  | 'logged-out'
  | 'name-changed'
  | 'avatar-changed'
  | 'password-changed'
  | 'password-reset'
  | 'deleted'

/** The audit log's entry of what a user does to their own account. */
export function ownAccountEntry(userId: number, origin: Origin, action: AccountAction): AuditEntry {
  return { actorId: userId, action: `user:${action}`, subject: `user:${userId}`, ...origin }
}

/** The entry of a login that failed: at a known account, or at an address that nobody has. */
export function failedLoginEntry(userId: number | null, origin: Origin, reason: string): AuditEntry {
  return {
    actorId: null,
    action: 'user:login-failed',
    ...(userId === null ? {} : { subject: `user:${userId}` }),
    ...origin,
    details: { reason },
  }
}
