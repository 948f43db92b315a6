import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { consumeToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  findUserByEmail,
  insertUser,
  updateEmailVerified,
} from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { RequestOrigin } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { accountEntry } from './audit-entries.ts'

export type Registration = { email: string; displayName: string; passwordHash: string }

/** Enqueues the verification mail. For a known address nothing changes, and its owner gets a mail about the attempt. */
export async function registerUser(
  db: Database,
  registration: Registration,
  origin: RequestOrigin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const inserted = await insertUser(trx, registration)
    if (inserted !== null) {
      await insertJob(trx, 'mail-verification', { userId: inserted })
      await insertAuditEntry(trx, accountEntry(inserted, origin, 'registered'))
      return
    }
    const owner = await findUserByEmail(trx, registration.email)
    if (owner) await insertJob(trx, 'mail-known-address', { userId: owner.id })
  })
}

/** @throws ApiError `token_expired`, `token_used`; `invalid_token` for one that was never issued */
export async function verifyEmail(db: Database, token: string, origin: RequestOrigin): Promise<void> {
  const use = await db.transaction().execute(async (trx) => {
    const use = await consumeToken(trx, 'verify-email', token)
    if (use.outcome === 'consumed') {
      await updateEmailVerified(trx, use.userId)
      await insertAuditEntry(trx, accountEntry(use.userId, origin, 'verified'))
    }
    return use
  })
  if (use.outcome === 'expired') throw new ApiError('token_expired')
  if (use.outcome === 'used') throw new ApiError('token_used')
  if (use.outcome === 'unknown') throw new ApiError('invalid_token')
}

/** Longer than enqueuing a mail takes, so that the response time does not show whether one was enqueued. */
const RESPONSE_TIME_MS = 100

export function resendVerification(db: Database, email: string): Promise<void> {
  return inConstantTime(async () => {
    const user = await findUserByEmail(db, email)
    if (!user || user.emailVerifiedAt !== null) return
    await db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
  })
}

export function requestPasswordReset(db: Database, email: string): Promise<void> {
  return inConstantTime(async () => {
    const user = await findUserByEmail(db, email)
    if (!user) return
    await db.transaction().execute((trx) => insertJob(trx, 'mail-password-reset', { userId: user.id }))
  })
}

async function inConstantTime(enqueue: () => Promise<void>): Promise<void> {
  const [enqueued] = await Promise.allSettled([enqueue(), sleep(RESPONSE_TIME_MS)])
  if (enqueued.status === 'rejected') throw enqueued.reason
}
