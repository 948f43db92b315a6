import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A session that is not used ends after this many days, and any session after so many since its login. */
export const SESSION_DAYS = { idle: 30, max: 90 } as const

/**
 * Puts the end of a session that is in use off. It only ever updates: a session that was ended meanwhile
 * stays ended.
 */
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

/** A session that is alive, with what its user may do now. */
export type ActiveSession = { sessionId: string; userId: number; isAdmin: boolean }

function selectAlive(db: Database) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.sid as sessionId', 'users.id as userId', 'users.is_admin as isAdmin'])
    .where('sessions.expire', '>', sql<Date>`now()`)
    .where('users.deleted_at', 'is', null)
}

/** The session of an id; null where it has ended. */
export async function findActiveSession(db: Database, sessionId: string): Promise<ActiveSession | null> {
  return (await selectAlive(db).where('sessions.sid', '=', sessionId).executeTakeFirst()) ?? null
}

/** Every session of these users that is alive. */
export async function listActiveSessions(db: Database, userIds: readonly number[]): Promise<ActiveSession[]> {
  return selectAlive(db).where('users.id', '=', sql<number>`ANY(${userIds}::integer[])`).execute()
}

/** Ends every session of a user, or every one but `exceptSessionId`. */
export async function deleteSessions(
  db: Database,
  userId: number,
  exceptSessionId: string | null = null,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))
    .execute()
}

/** Deletes sessions that have ended by themselves. Answers with their number. */
export async function deleteExpiredSessions(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expire', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
