import type { Database } from '@called-it/infra/postgres/client'
import {
  type AuditEntry,
  insertAuditEntry,
  userSubject,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findPasswordHash, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { ApiError } from '../http/errors.ts'
import type { KnownSession } from '../http/handler.ts'
import type { Actor, RequestOrigin } from './actor.ts'
import type { Passwords } from './passwords.ts'
import type { RateLimits } from './rate-limits.ts'

export type PasswordCheckParts = { db: Database; limits: RateLimits; passwords: Passwords }

/**
 * Failures are counted by session, so that a stolen one cannot block the logins of the account.
 *
 * @throws ApiError `wrong_password`, `too_many_requests`
 */
export async function checkPassword(
  { db, limits, passwords }: PasswordCheckParts,
  user: User,
  actor: Actor,
  password: string,
  session: KnownSession | null,
): Promise<void> {
  const client = { account: session?.sessionId ?? user.id, address: actor.address ?? '' }
  await limits.count('confirm-password', client)
  const isMatch = await passwords.matches(await findPasswordHash(db, user.id), password)
  if (!isMatch) {
    await insertAuditEntry(db, failedLoginEntry(userSubject(user.id), actor, 'wrong current password'))
    throw new ApiError('wrong_password')
  }
  await limits.clear('confirm-password', client)
}

/** @param subject null for an unknown email address */
export function failedLoginEntry(subject: string | null, origin: RequestOrigin, reason: string): AuditEntry {
  return {
    actorId: null,
    action: 'user:login-failed',
    ...(subject === null ? {} : { subject }),
    ...origin,
    details: { reason },
  }
}
