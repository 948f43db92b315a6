import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Days until an unused session ends, and until any session ends after its login. */
export const SESSION_DAYS = { idle: 30, max: 90 } as const

/** Extends a session in use. It only updates rows, so a deleted session stays deleted. */
export async function updateSessionExpiry(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      expire: sql<Date>`least(
        now() + make_interval(days => ${SESSION_DAYS.idle}),
        to_timestamp((sess ->> 'loggedInAt')::bigint / 1000) + make_interval(days => ${SESSION_DAYS.max}))`,
      sess: sql<string>`(sess::jsonb
        || jsonb_build_object('rolledAt', (extract(epoch FROM now()) * 1000)::bigint))::json`,
    })
    .where('sid', '=', sessionId)
    .execute()
}

/** A session that has not expired, with the current rights of its user. */
export type ActiveSession = { sessionId: string; userId: number; isAdmin: boolean; isOperator: boolean }

function selectAlive(db: Database) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.sid as sessionId',
      'users.id as userId',
      'users.is_admin as isAdmin',
      sql<boolean>`(users.is_admin OR users.is_live_operator)`.as('isOperator'),
    ])
    .where('sessions.expire', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
}

export async function findActiveSession(db: Database, sessionId: string): Promise<ActiveSession | null> {
  return (await selectAlive(db).where('sessions.sid', '=', sessionId).executeTakeFirst()) ?? null
}

export async function listActiveSessions(db: Database, userIds: readonly number[]): Promise<ActiveSession[]> {
  return selectAlive(db).where('users.id', '=', sql<number>`ANY(${userIds}::integer[])`).execute()
}

/** @returns how many were deleted */
export async function deleteSessions(
  db: Database,
  userId: number,
  exceptSessionId: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Gives a session that just changed the password a new id. Call it with the user's row locked, so that a concurrent
 * reset has either ended the session or waits.
 *
 * @returns false if the session has ended
 */
export async function renewSession(
  trx: DatabaseTransaction,
  { sessionId, userId, newSessionId }: { sessionId: string; userId: number; newSessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({
      sid: newSessionId,
      sess: sql<string>`(sess::jsonb || '{"hasChangedPassword": true}')::json`,
    })
    .where('sid', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expire', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteExpiredSessions(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expire', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
