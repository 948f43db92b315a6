import type { AuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'

export type RequestOrigin = Pick<AuditEntry, 'address' | 'requestId'>

/** The fields of an audit entry that say who changed something. */
export type Actor = RequestOrigin & { readonly actorId: number }

export function originOf(request: { address: string; requestId: string }): RequestOrigin {
  return { address: request.address, requestId: request.requestId }
}

export function actorOf(request: { user: User; address: string; requestId: string }): Actor {
  return { actorId: request.user.id, ...originOf(request) }
}
