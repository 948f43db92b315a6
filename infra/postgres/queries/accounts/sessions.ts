import { randomUUID } from 'node:crypto'
import { type InferResult, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { deleteApiKeys } from './api-keys.ts'
import { voidTokens } from './auth-tokens.ts'
import { RIGHTS_REST_AT } from './resting-rights.ts'
import { holdUserForUpdate } from './users.ts'

/** Days until an unused session ends, and until any session ends after its login. */
export const SESSION_DAYS = { idle: 30, max: 90 } as const

/** Until an unused session of an admin ends. Uses are noted hourly, so that it ends after 11 to 12. */
const ADMIN_IDLE_HOURS = 12

/** Per user. A further login ends the oldest. */
export const MAX_SESSIONS = 50

/** The random key that a session shares with the device that it has subscribed; null before. */
const DEVICE_KEY = sql<string | null>`sess ->> 'deviceKey'`

/** Extends a session in use, and its device. It only updates rows, so a deleted session stays deleted. */
export async function updateSessionExpiry(db: Database, sessionId: string): Promise<void> {
  const session = await db
    .updateTable('sessions')
    .set({
      expire: sql<Date>`least(
        now() + CASE WHEN (SELECT is_admin FROM users WHERE id = sessions.user_id)
          THEN make_interval(hours => ${ADMIN_IDLE_HOURS}) ELSE make_interval(days => ${SESSION_DAYS.idle}) END,
        to_timestamp((sess ->> 'loggedInAt')::bigint / 1000) + make_interval(days => ${SESSION_DAYS.max}))`,
      sess: sql<string>`(sess::jsonb
        || jsonb_build_object('rolledAt', (extract(epoch FROM now()) * 1000)::bigint))::json`,
    })
    .where('sid', '=', sessionId)
    .returning(['user_id as userId', DEVICE_KEY.as('deviceKey')])
    .executeTakeFirst()
  // Not in one statement, which would hold the session while it waits for a device that is deleted with its session.
  await db
    .updateTable('push_subscriptions')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', session?.userId ?? 0)
    .where('device_key', '=', session?.deviceKey ?? '')
    .execute()
}

/** A session that has not expired, with the current rights of its user, though they may rest in it. */
export type ActiveSession = InferResult<ReturnType<typeof selectAlive>>[number]

function selectAlive(db: Database) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.sid as sessionId',
      'users.id as userId',
      'users.is_admin as isAdmin',
      'users.is_live_operator as isLiveOperator',
      RIGHTS_REST_AT.as('rightsRestAt'),
      sql<boolean>`sess ->> 'passkeyAt' IS NOT NULL`.as('hasUsedPasskey'),
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

/** Those of one user, the newest first. Uses are noted hourly. */
export async function listSessions(db: Database, userId: number) {
  return db
    .selectFrom('sessions')
    .select([
      'sid as sessionId',
      sql<string | null>`sess ->> 'browser'`.as('browser'),
      sql<string | null>`sess ->> 'system'`.as('system'),
      sql<Date>`to_timestamp((sess ->> 'loggedInAt')::bigint / 1000)`.as('logged_in_at'),
      sql<Date>`to_timestamp((sess ->> 'rolledAt')::bigint / 1000)`.as('used_at'),
    ])
    .where('user_id', '=', userId)
    .where('expire', '>', sql<Date>`now()`)
    .orderBy(sql`(sess ->> 'loggedInAt')::bigint`, 'desc')
    .execute()
}

/** Soon after the first login, further devices belong to signing up. */
const SIGN_UP_MINUTES = 60

/**
 * Whether a user had logged in before. Accounts of releases that noted no first login have logged in where a session is
 * left.
 */
export async function hasLoggedInBefore(db: Database, userId: number): Promise<boolean> {
  const before = sql<Date>`now() - make_interval(mins => ${SIGN_UP_MINUTES})`
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(
      sql<boolean>`(first_login_at < ${before} OR EXISTS (
        SELECT FROM sessions WHERE user_id = users.id
        AND to_timestamp((sess ->> 'loggedInAt')::bigint / 1000) < ${before}))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the user of a session that may have ended meanwhile.
 *
 * @returns the key of its device, which is made at the first call; null if the session has ended
 */
export async function holdSessionForUpdate(
  trx: DatabaseTransaction,
  { sessionId, userId }: { sessionId: string; userId: number },
): Promise<string | null> {
  await holdUserForUpdate(trx, userId)
  const session = await trx
    .updateTable('sessions')
    // The key that it has stays.
    .set({ sess: sql<string>`(jsonb_build_object('deviceKey', ${randomUUID()}::text) || sess::jsonb)::json` })
    .where('sid', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expire', '>', sql<Date>`now()`)
    .returning(DEVICE_KEY.as('deviceKey'))
    .executeTakeFirst()
  return session?.deviceKey ?? null
}

/**
 * Notes that the user of a session has proven again who it is.
 *
 * @returns false if the session has ended
 */
export async function noteConfirmation(
  trx: DatabaseTransaction,
  { sessionId, userId, byPasskey }: { sessionId: string; userId: number; byPasskey: boolean },
): Promise<boolean> {
  await holdUserForUpdate(trx, userId)
  const now = sql`(extract(epoch FROM now()) * 1000)::bigint`
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({
      sess: sql<string>`(sess::jsonb || jsonb_build_object('confirmedAt', ${now})
        || CASE WHEN ${byPasskey} THEN jsonb_build_object('passkeyAt', ${now}) ELSE '{}' END)::json`,
    })
    .where('sid', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expire', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends all sessions of a user but one, with what else gives access or gets pushes: all keys, the token of the browser
 * that registered, and all devices but that of the session that stays. Call it with the user's row locked.
 *
 * @returns how many sessions have ended
 */
export async function endSessions(
  trx: DatabaseTransaction,
  userId: number,
  keptSessionId: string | null = null,
): Promise<number> {
  await deleteApiKeys(trx, userId)
  await voidTokens(trx, userId, 'log-in')
  await sql`
    DELETE FROM push_subscriptions
    WHERE user_id = ${userId} AND (device_key = (
      SELECT ${DEVICE_KEY} FROM sessions WHERE sid = ${keptSessionId})) IS NOT TRUE`.execute(trx)
  return deleteSessions(trx, userId, keptSessionId)
}

/** Ends single sessions with their devices. Without the lock two ends of the same would wait for each other. */
export async function endSingleSessions(
  trx: DatabaseTransaction,
  userId: number,
  sessionIds: readonly string[],
): Promise<void> {
  await holdUserForUpdate(trx, userId)
  await sql`
    WITH ended AS (
      DELETE FROM sessions WHERE user_id = ${userId} AND sid = ANY(${sessionIds}::text[])
      RETURNING ${DEVICE_KEY} AS device_key
    )
    DELETE FROM push_subscriptions USING ended
    WHERE user_id = ${userId} AND push_subscriptions.device_key = ended.device_key`.execute(trx)
}

/**
 * Ends the oldest logins of a user that are too many, with their devices.
 *
 * @returns their ids
 */
export async function endOldestSessions(trx: DatabaseTransaction, userId: number): Promise<string[]> {
  await holdUserForUpdate(trx, userId)
  const { rows } = await sql<{ sid: string }>`
    SELECT sid FROM sessions WHERE user_id = ${userId} AND expire > now()
    ORDER BY (sess ->> 'loggedInAt')::bigint DESC NULLS LAST, sid OFFSET ${MAX_SESSIONS}`.execute(trx)
  const sessionIds = rows.map(({ sid }) => sid)
  if (sessionIds.length > 0) await endSingleSessions(trx, userId, sessionIds)
  return sessionIds
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
