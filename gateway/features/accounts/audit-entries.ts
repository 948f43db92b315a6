import {
  type AuditEntry,
  registrationSubject,
  userSubject,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { RequestOrigin } from '../../auth/actor.ts'

type AccountAction =
  | 'verified'
  | 'logged-in'
  | 'logged-out'
  | 'issuer-connected'
  | 'issuer-removed'
  | 'confirmed'
  | 'name-changed'
  | 'picks-shown'
  | 'picks-hidden'
  | 'avatar-changed'
  | 'password-changed'
  | 'password-reset'
  | 'data-exported'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'address-change-asked'
  | 'address-change-dropped'
  | 'address-confirmed'
  | 'address-changed'
  | 'deleted'

/** For what users do to their own account. */
export function accountEntry(userId: number, origin: RequestOrigin, action: AccountAction): AuditEntry {
  return { actorId: userId, action: `user:${action}`, subject: userSubject(userId), ...origin }
}

/** There is no user before the address is confirmed. */
export function registrationEntry(registrationId: number, origin: RequestOrigin): AuditEntry {
  return {
    actorId: null,
    action: 'user:registered',
    subject: registrationSubject(registrationId),
    ...origin,
  }
}
