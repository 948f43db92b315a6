import type { AuditEntry } from '@called-it/infra/postgres/queries/audit-log'
import type { User } from '@called-it/infra/postgres/queries/users'

/** Who does something, as the audit log notes it. */
export type Actor = Pick<AuditEntry, 'address' | 'requestId'> & { readonly actorId: number }

/** The actor of a call that somebody who is logged in makes. */
export function actorOf(call: { user: User; address: string; requestId: string }): Actor {
  return { actorId: call.user.id, address: call.address, requestId: call.requestId }
}
