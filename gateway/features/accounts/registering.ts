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
import { ApiError } from '../../http/errors.ts'
import { type Origin, ownAccountEntry } from './audit.ts'

export type Registration = { email: string; displayName: string; passwordHash: string }

/**
 * Creates an account and orders its verification mail. Where the address is known nothing changes, and its
 * owner is mailed that somebody tried.
 */
export async function registerUser(db: Database, registration: Registration, origin: Origin): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const inserted = await insertUser(trx, registration)
    if (inserted !== null) {
      await insertJob(trx, 'mail-verification', { userId: inserted })
      await insertAuditEntry(trx, ownAccountEntry(inserted, origin, 'registered'))
      return
    }
    const owner = await findUserByEmail(trx, registration.email)
    if (owner) await insertJob(trx, 'mail-known-address', { userId: owner.id })
  })
}

/**
 * Uses a verification link up.
 *
 * @throws ApiError `token_expired`, `token_used`, or `invalid_token` where it was never given out
 */
export async function verifyEmail(db: Database, token: string, origin: Origin): Promise<void> {
  const use = await db.transaction().execute(async (trx) => {
    const use = await consumeToken(trx, 'verify-email', token)
    if (use.outcome === 'consumed') {
      await updateEmailVerified(trx, use.userId)
      await insertAuditEntry(trx, ownAccountEntry(use.userId, origin, 'verified'))
    }
    return use
  })
  if (use.outcome === 'expired') throw new ApiError('token_expired')
  if (use.outcome === 'used') throw new ApiError('token_used')
  if (use.outcome === 'unknown') throw new ApiError('invalid_token')
}

/** Longer than ordering a mail takes, so that the time does not tell whether one was ordered. */
const ORDER_TAKES_MS = 100

/** Orders a new verification mail where the address belongs to an account that needs one. */
export function resendVerification(db: Database, email: string): Promise<void> {
  return inTheSameTime(async () => {
    const user = await findUserByEmail(db, email)
    if (!user || user.emailVerifiedAt !== null) return
    await db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
  })
}

/** Orders the mail with the link to a new password, where the address belongs to an account. */
export function requestPasswordReset(db: Database, email: string): Promise<void> {
  return inTheSameTime(async () => {
    const user = await findUserByEmail(db, email)
    if (!user) return
    await db.transaction().execute((trx) => insertJob(trx, 'mail-password-reset', { userId: user.id }))
  })
}

/** Carries out what takes longer for a known address than for an unknown one. */
async function inTheSameTime(order: () => Promise<void>): Promise<void> {
  const [ordered] = await Promise.allSettled([order(), sleep(ORDER_TAKES_MS)])
  if (ordered.status === 'rejected') throw ordered.reason
}
