import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { consumeToken, isTokenOpen, voidTokens } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { deleteSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import {
  findPasswordHash,
  findUserById,
  type User,
  updateEmailVerified,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/clock'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { type changePasswordBody, FRESH_LOGIN_MINUTES } from '@called-it/shared/contract/accounts'
import type { z } from 'zod'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { hashSessionId } from '../../auth/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { KnownSession } from '../../http/handler.ts'
import { type Actor, failedLoginEntry, type Origin, ownAccountEntry } from './audit.ts'

export type PasswordParts = {
  db: Database
  publisher: LivePublisher
  limits: RateLimits
  passwords: Passwords
}

/**
 * Sets a new password by the token of a mailed link, and ends every session of its user. The link has proved that the
 * address is theirs, so it is verified from then on, and what they failed to remember is forgiven.
 *
 * @throws ApiError `invalid_token` where the link does not work, or not any more
 */
export async function resetPassword(
  { db, publisher, limits, passwords }: PasswordParts,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  // Looked at first, since hashing is what costs; consuming the token is what decides.
  if (!(await isTokenOpen(db, 'reset-password', token))) throw new ApiError('invalid_token')
  const passwordHash = await passwords.hash(password)
  const user = await db.transaction().execute(async (trx) => {
    const use = await consumeToken(trx, 'reset-password', token)
    if (use.outcome !== 'consumed') throw new ApiError('invalid_token')
    await storePassword(trx, use.userId, passwordHash)
    await updateEmailVerified(trx, use.userId)
    await insertAuditEntry(trx, ownAccountEntry(use.userId, origin, 'password-reset'))
    return findUserById(trx, use.userId)
  })
  if (!user) return
  await publisher.publish('session:revoked', { userId: user.id, reason: 'password' })
  if (user.email !== null)
    await limits.forgive('login', { account: user.email, address: origin.address ?? '' })
}

/**
 * Changes the password of a user who is logged in, and ends every other session of theirs.
 *
 * @throws ApiError `reauthentication_required` where the login is not fresh any more and the present password is not given,
 *   `wrong_password` where it is another one, `too_many_requests` after too many of those
 */
export async function changePassword(
  parts: PasswordParts,
  user: User,
  actor: Actor,
  { password, currentPassword }: z.output<typeof changePasswordBody>,
  session: KnownSession | null,
): Promise<void> {
  const { db, publisher, passwords } = parts
  if (currentPassword !== undefined) await provePassword(parts, user, actor, currentPassword)
  else if (!(await isFresh(db, session))) throw new ApiError('reauthentication_required')
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    await storePassword(trx, user.id, passwordHash, session)
    await insertAuditEntry(trx, ownAccountEntry(user.id, actor, 'password-changed'))
  })
  await publisher.publish('session:revoked', {
    userId: user.id,
    reason: 'password',
    ...(session === null ? {} : { exceptSessionHash: hashSessionId(session.sessionId) }),
  })
}

/** Gateways with clocks of their own would not agree about that. */
async function isFresh(db: Database, session: KnownSession | null): Promise<boolean> {
  if (session === null) return false
  const now = await getDatabaseTime(db)
  return now.getTime() - session.loggedInAt <= FRESH_LOGIN_MINUTES * 60_000
}

/**
 * Makes sure that whoever is logged in knows the password. Guesses count as failed logins do.
 *
 * @throws ApiError `wrong_password`, `too_many_requests`
 */
export async function provePassword(
  { db, limits, passwords }: Pick<PasswordParts, 'db' | 'limits' | 'passwords'>,
  user: User,
  actor: Actor,
  password: string,
): Promise<void> {
  const who = { account: user.email ?? user.id, address: actor.address ?? '' }
  await limits.count('login', who)
  const isMatch = await passwords.matches(await findPasswordHash(db, user.id), password)
  if (!isMatch) {
    await insertAuditEntry(db, failedLoginEntry(user.id, actor, 'wrong present password'))
    throw new ApiError('wrong_password')
  }
  await limits.forgive('login', who)
}

/**
 * Stores a password, and with it everything that lets in by the old one ends. The hash comes first: a login that is
 * under way waits for it and then finds that it came too late.
 */
async function storePassword(
  trx: DatabaseTransaction,
  userId: number,
  passwordHash: string,
  kept: KnownSession | null = null,
): Promise<void> {
  await updatePasswordHash(trx, userId, passwordHash)
  await deleteSessions(trx, userId, kept?.sessionId)
  await voidTokens(trx, userId, 'reset-password')
  await insertJob(trx, 'mail-password-changed', { userId })
}
