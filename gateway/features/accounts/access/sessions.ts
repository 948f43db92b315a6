import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { voidTokens } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { endSingleSessions, listSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import type { Actor } from '../../../auth/actor.ts'
import { hashSessionId } from '../../../auth/session.ts'
import { ApiError } from '../../../http/errors.ts'
import type { KnownSession } from '../../../http/handler.ts'
import { accountEntry } from '../audit-entries.ts'

type SessionParts = { db: Database; publisher: EventPublisher }

export async function readSessions(db: Database, userId: number, known: KnownSession | null) {
  const sessions = (await listSessions(db, userId)).map(({ sessionId, ...session }) => ({
    key: hashSessionId(sessionId),
    ...session,
    is_current: sessionId === known?.sessionId,
  }))
  return { sessions: sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) }
}

/** @throws ApiError `session_not_found`; `not_logged_in` if the own session ended meanwhile */
export async function endSession(
  { db, publisher }: SessionParts,
  actor: Actor,
  known: KnownSession | null,
  key: string,
): Promise<void> {
  const userId = actor.actorId
  await db.transaction().execute(async (trx) => {
    const sessionIds = await holdSessions(trx, userId, known)
    const sessionId = sessionIds.find((id) => hashSessionId(id) === key)
    if (sessionId === undefined) throw new ApiError('session_not_found')
    await endSingleSessions(trx, userId, [sessionId])
    await insertAuditEntry(trx, accountEntry(userId, actor, 'session-ended'))
  })
  await publisher.publish('session:revoked', { userId, reason: 'ended', sessionHash: key })
}

/**
 * With their devices, and the token of the browser that registered.
 *
 * @throws ApiError `not_logged_in` if the own session ended meanwhile
 */
export async function endOtherSessions(
  { db, publisher }: SessionParts,
  actor: Actor,
  known: KnownSession | null,
): Promise<void> {
  const userId = actor.actorId
  await db.transaction().execute(async (trx) => {
    const sessionIds = await holdSessions(trx, userId, known)
    const others = sessionIds.filter((id) => id !== known?.sessionId)
    await endSingleSessions(trx, userId, others)
    await voidTokens(trx, userId, 'log-in')
    await insertAuditEntry(trx, accountEntry(userId, actor, 'other-sessions-ended'))
  })
  const exceptSessionHash = hashSessionId(known?.sessionId ?? '')
  await publisher.publish('session:revoked', { userId, reason: 'ended', exceptSessionHash })
}

/** A session that another one has ended must not end that one. */
async function holdSessions(
  trx: DatabaseTransaction,
  userId: number,
  known: KnownSession | null,
): Promise<string[]> {
  await holdUserForUpdate(trx, userId)
  const sessionIds = (await listSessions(trx, userId)).map(({ sessionId }) => sessionId)
  if (known === null || !sessionIds.includes(known.sessionId)) throw new ApiError('not_logged_in')
  return sessionIds
}
