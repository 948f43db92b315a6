import { sql } from 'kysely'
import type { Database } from '../client.ts'

/** A session that is not used ends after this many days, and any session after so many since its login. */
export const SESSION_DAYS = { idle: 30, most: 90 } as const

/** The expiry is a timestamp without a zone in the table's terms, written and read in the connection's zone. */
const idleEnd = sql<Date>`now() + make_interval(days => ${SESSION_DAYS.idle})`
const nowInMs = sql<number>`(extract(epoch FROM now()) * 1000)::bigint`

/** Begins the life of a session that a login has just stored: notes the instant, and lets it end when unused. */
export async function beginSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      expire: idleEnd,
      sess: sql<string>`(sess::jsonb || jsonb_build_object('loggedInAt', ${nowInMs}, 'rolledAt', ${nowInMs}))::json`,
    })
    .where('sid', '=', sessionId)
    .execute()
}

/**
 * Puts the end of a session that is in use off. It only ever updates: a session that was ended meanwhile
 * stays ended.
 */
export async function rollSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      expire: sql<Date>`least(
        ${idleEnd},
        to_timestamp((sess ->> 'loggedInAt')::bigint / 1000) + make_interval(days => ${SESSION_DAYS.most}))`,
      sess: sql<string>`(sess::jsonb || jsonb_build_object('rolledAt', ${nowInMs}))::json`,
    })
    .where('sid', '=', sessionId)
    .execute()
}
