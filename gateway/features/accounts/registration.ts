import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { createToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  findNewestRegistration,
  holdAddress,
  insertBrowserToken,
  insertRegistration,
  type NewRegistration,
} from '@called-it/infra/postgres/queries/accounts/registrations'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { RequestOrigin } from '../../auth/actor.ts'
import { registrationEntry } from './audit-entries.ts'
import { inConstantTime } from './constant-time.ts'

/**
 * Enqueues the verification mail. Where the address is confirmed nothing changes, and its owner gets a mail about the
 * attempt.
 *
 * @returns the token of the browser, which is of no use where the address is confirmed
 */
export async function registerUser(
  db: Database,
  registration: NewRegistration,
  origin: RequestOrigin,
): Promise<string> {
  const token = createToken()
  await db.transaction().execute(async (trx) => {
    await holdAddress(trx, registration.email)
    const owner = await findUserByEmail(trx, registration.email)
    if (owner && owner.emailVerifiedAt !== null) {
      await insertJob(trx, 'mail-known-address', { userId: owner.id })
      return
    }
    const registrationId = await insertRegistration(trx, registration)
    await insertBrowserToken(trx, registrationId, token)
    await insertJob(trx, 'mail-registration', { registrationId })
    await insertAuditEntry(trx, registrationEntry(registrationId, origin))
  })
  return token
}

/** Where an address has several registrations, the newest gets a new link. */
export function resendVerification(db: Database, email: string): Promise<void> {
  return inConstantTime(async () => {
    const [user, newest] = [await findUserByEmail(db, email), await findNewestRegistration(db, email)]
    if (user && user.emailVerifiedAt !== null) return
    await db.transaction().execute(async (trx) => {
      if (newest) await insertJob(trx, 'mail-registration', { registrationId: newest.id })
      else if (user) await insertJob(trx, 'mail-verification', { userId: user.id })
    })
  })
}

export function requestPasswordReset(db: Database, email: string): Promise<void> {
  return inConstantTime(async () => {
    const [user, newest] = [await findUserByEmail(db, email), await findNewestRegistration(db, email)]
    await db.transaction().execute(async (trx) => {
      if (user) await insertJob(trx, 'mail-password-reset', { userId: user.id })
      else if (newest) await insertJob(trx, 'mail-registration-reset', { registrationId: newest.id })
    })
  })
}
