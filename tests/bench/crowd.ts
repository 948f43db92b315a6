import { writeSessionCookie } from '@called-it/gateway/auth/session-cookie'
import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'
import { makeAdmin, makeSession } from '../support/factories/accounts.ts'
import { type SimulatedShow, simulate } from '../support/simulation/simulate.ts'
import { progress } from './runner.ts'
import { SESSION_SECRET, type System } from './system.ts'

const COOKIE_NAME = 'called-it'

export type OnlineUser = { readonly userId: number; readonly cookie: string }

export type Crowd = {
  readonly online: readonly OnlineUser[]
  readonly adminCookie: string
  /** Shows with a setlist that every user has predicted. */
  readonly shows: readonly SimulatedShow[]
  readonly songIds: readonly number[]
}

/** Fills an empty database with users, of whom some have a session, and their predictions of shows. */
export async function generateCrowd(
  system: System,
  { users, online, shows: count }: { users: number; online: number; shows: number },
): Promise<Crowd> {
  const { db } = system
  const shows = await simulate(system, { fans: users, shows: count }, progress)
  // Without a tour there is one board, so that what a show costs is comparable.
  await sql`UPDATE shows SET tour_id = NULL`.execute(db)
  const admin = await makeAdmin(db)
  const { sessionId } = await makeSession(db, admin.id)
  const { rows: songs } = await sql<{ id: number }>`SELECT id FROM songs ORDER BY id`.execute(db)
  const loggedIn = await logIn(db, online)
  await sql`ANALYZE`.execute(db)
  // Writing back what the generator has changed would disturb the measurement.
  await sql`CHECKPOINT`.execute(db)
  return {
    online: loggedIn,
    adminCookie: cookieOf(sessionId),
    shows,
    songIds: songs.map(({ id }) => id),
  }
}

/** Sessions as a login leaves them, for users spread over the whole crowd. */
export async function logIn(db: Database, online: number): Promise<OnlineUser[]> {
  const { rows } = await sql<{ sid: string; user_id: number }>`
    INSERT INTO sessions (sid, sess, expire)
    SELECT gen_random_uuid(), json_build_object(
        'cookie', json_build_object('originalMaxAge', null, 'httpOnly', true, 'path', '/'),
        'passport', json_build_object('user', fan.id),
        'loggedInAt', ${Date.now()}::bigint, 'rolledAt', ${Date.now()}::bigint),
      now() + interval '30 days'
    FROM (SELECT id FROM users WHERE NOT is_admin ORDER BY md5(id::text) LIMIT ${online}) AS fan
    RETURNING sid, user_id`.execute(db)
  return rows.map(({ sid, user_id }) => ({ userId: user_id, cookie: cookieOf(sid) }))
}

export function cookieOf(sessionId: string): string {
  return writeSessionCookie(sessionId, COOKIE_NAME, SESSION_SECRET)
}
