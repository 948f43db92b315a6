import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { endSessions, renewSession } from '@called-it/infra/postgres/queries/accounts/sessions'
import {
  holdUserForUpdate,
  type User,
  updatePasswordHash,
} from '@called-it/infra/postgres/queries/accounts/users'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { type changePasswordBody, FRESH_LOGIN_MINUTES } from '@called-it/shared/contract/accounts'
import type { z } from 'zod'
import type { Actor, RequestOrigin } from '../../auth/actor.ts'
import { checkPassword } from '../../auth/current-password.ts'
import { requireFreshLogin } from '../../auth/fresh-login.ts'
import type { PasswordRules } from '../../auth/password-rules.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { generateSessionId, hashSessionId } from '../../auth/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { KnownSession } from '../../http/handler.ts'
import { accountEntry } from './audit-entries.ts'
import { consumeResetToken, findResetOwner } from './confirmation.ts'

export type PasswordParts = {
  db: Database
  publisher: EventPublisher
  limits: RateLimits
  passwords: Passwords
  passwordRules: PasswordRules
}

/**
 * Ends every session, key and device of the user. The mailed token proves the address, so this also verifies it and
 * resets the account's limit of failed logins.
 *
 * @throws ApiError `invalid_token`, `invalid`
 */
export async function resetPassword(
  { db, publisher, limits, passwords, passwordRules }: PasswordParts,
  { token, password }: { token: string; password: string },
  origin: RequestOrigin,
): Promise<void> {
  // Checked before the costly hash; consuming the token decides.
  const owner = await findResetOwner(db, token)
  if (owner === null) throw new ApiError('invalid_token')
  passwordRules.refuseGuessable(password, owner)
  await passwordRules.refuseBreached(password)
  const passwordHash = await passwords.hash(password)
  const userId = await db.transaction().execute(async (trx) => {
    const id = await consumeResetToken(trx, token, passwordHash)
    await storePassword(trx, id, passwordHash)
    await insertAuditEntry(trx, accountEntry(id, origin, 'password-reset'))
    return id
  })
  await publisher.publish('session:revoked', { userId, reason: 'password' })
  await limits.clear('login', { account: owner.email, address: origin.address ?? '' })
}

/**
 * Ends every key and every other session and device of the user, and gives this session a new id, which a thief of the
 * old one does not know. Links to reset the password stay valid: they are the owner's way back.
 *
 * @returns the new id
 * @throws ApiError `reauthentication_required` without a current password and a fresh confirmation, unless this is the
 *   session's first change soon after its login; `invalid`; `wrong_password`; `too_many_requests`; `not_logged_in` if the session ended meanwhile
 */
export async function changePassword(
  parts: PasswordParts,
  user: User,
  actor: Actor,
  { password, currentPassword }: z.output<typeof changePasswordBody>,
  session: KnownSession | null,
): Promise<string> {
  const { db, publisher, limits, passwords, passwordRules } = parts
  if (session === null) throw new ApiError('not_logged_in')
  passwordRules.refuseGuessable(password, user)
  if (currentPassword !== undefined) await checkPassword(parts, user, actor, currentPassword, session)
  else if (!(await isFirstSoonAfterLogin(db, session))) await requireConfirmation(db, session)
  await limits.count('change-password', { account: user.id, address: actor.address ?? '' })
  await passwordRules.refuseBreached(password)
  const passwordHash = await passwords.hash(password)
  const { sessionId } = session
  const newSessionId = generateSessionId()
  await db.transaction().execute(async (trx) => {
    // A reset that committed during the hashing has ended the session, and must not be overwritten.
    const isAlive =
      (await holdUserForUpdate(trx, user.id)) &&
      (await renewSession(trx, { sessionId, userId: user.id, newSessionId }))
    if (!isAlive) throw new ApiError('not_logged_in')
    await storePassword(trx, user.id, passwordHash, newSessionId)
    await insertAuditEntry(trx, accountEntry(user.id, actor, 'password-changed'))
  })
  const sessionHash = hashSessionId(sessionId)
  await publisher.publish('session:revoked', {
    userId: user.id,
    reason: 'password',
    exceptSessionHash: sessionHash,
  })
  await publisher.publish('session:revoked', { userId: user.id, reason: 'renewed', sessionHash })
  return newSessionId
}

/** By the database's clock, on which all gateways agree. */
async function isFirstSoonAfterLogin(db: Database, session: KnownSession): Promise<boolean> {
  if (session.hasChangedPassword) return false
  const now = await getDatabaseTime(db)
  return now.getTime() - session.loggedInAt <= FRESH_LOGIN_MINUTES * 60_000
}

/** The login is no confirmation: it has allowed the first change. */
async function requireConfirmation(db: Database, session: KnownSession): Promise<void> {
  if (session.confirmedAt === session.loggedInAt) throw new ApiError('reauthentication_required')
  await requireFreshLogin(db, session)
}

/** Also ends the sessions. The hash is written first: a concurrent login waits for that row and then fails. */
async function storePassword(
  trx: DatabaseTransaction,
  userId: number,
  passwordHash: string,
  keptSessionId: string | null = null,
): Promise<void> {
  await updatePasswordHash(trx, userId, passwordHash)
  await endSessions(trx, userId, keptSessionId)
  await insertJob(trx, 'mail-password-changed', { userId })
}
