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
import type { Actor, RequestOrigin } from '../../auth/actor.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { hashSessionId } from '../../auth/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { KnownSession } from '../../http/handler.ts'
import { accountEntry, failedLoginEntry } from './audit-entries.ts'

export type PasswordParts = {
  db: Database
  publisher: LivePublisher
  limits: RateLimits
  passwords: Passwords
}

/**
 * Ends every session of the user. The mailed token proves the address, so this also verifies it and resets the limit of
 * failed logins.
 *
 * @throws ApiError `invalid_token`
 */
export async function resetPassword(
  { db, publisher, limits, passwords }: PasswordParts,
  { token, password }: { token: string; password: string },
  origin: RequestOrigin,
): Promise<void> {
  // Checked before the costly hash; consuming the token decides.
  if (!(await isTokenOpen(db, 'reset-password', token))) throw new ApiError('invalid_token')
  const passwordHash = await passwords.hash(password)
  const user = await db.transaction().execute(async (trx) => {
    const use = await consumeToken(trx, 'reset-password', token)
    if (use.outcome !== 'consumed') throw new ApiError('invalid_token')
    await storePassword(trx, use.userId, passwordHash)
    await updateEmailVerified(trx, use.userId)
    await insertAuditEntry(trx, accountEntry(use.userId, origin, 'password-reset'))
    return findUserById(trx, use.userId)
  })
  if (!user) return
  await publisher.publish('session:revoked', { userId: user.id, reason: 'password' })
  if (user.email !== null) await limits.clear('login', { account: user.email, address: origin.address ?? '' })
}

/**
 * Ends every other session of the user.
 *
 * @throws ApiError `reauthentication_required` when the login is too old and no current password is given;
 *   `wrong_password`; `too_many_requests`
 */
export async function changePassword(
  parts: PasswordParts,
  user: User,
  actor: Actor,
  { password, currentPassword }: z.output<typeof changePasswordBody>,
  session: KnownSession | null,
): Promise<void> {
  const { db, publisher, passwords } = parts
  if (currentPassword !== undefined) await checkPassword(parts, user, actor, currentPassword, session)
  else if (!(await isFresh(db, session))) throw new ApiError('reauthentication_required')
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    await storePassword(trx, user.id, passwordHash, session)
    await insertAuditEntry(trx, accountEntry(user.id, actor, 'password-changed'))
  })
  await publisher.publish('session:revoked', {
    userId: user.id,
    reason: 'password',
    ...(session === null ? {} : { exceptSessionHash: hashSessionId(session.sessionId) }),
  })
}

/** By the database's clock, on which all gateways agree. */
async function isFresh(db: Database, session: KnownSession | null): Promise<boolean> {
  if (session === null) return false
  const now = await getDatabaseTime(db)
  return now.getTime() - session.loggedInAt <= FRESH_LOGIN_MINUTES * 60_000
}

/**
 * Failures are counted by session, so that a stolen one cannot block the logins of the account.
 *
 * @throws ApiError `wrong_password`, `too_many_requests`
 */
export async function checkPassword(
  { db, limits, passwords }: Pick<PasswordParts, 'db' | 'limits' | 'passwords'>,
  user: User,
  actor: Actor,
  password: string,
  session: KnownSession | null,
): Promise<void> {
  const client = { account: session?.sessionId ?? user.id, address: actor.address ?? '' }
  await limits.count('confirm-password', client)
  const isMatch = await passwords.matches(await findPasswordHash(db, user.id), password)
  if (!isMatch) {
    await insertAuditEntry(db, failedLoginEntry(user.id, actor, 'wrong current password'))
    throw new ApiError('wrong_password')
  }
  await limits.clear('confirm-password', client)
}

/**
 * Also ends everything that the old password gave access to. The hash is written first: a concurrent login waits for
 * that row and then fails.
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
