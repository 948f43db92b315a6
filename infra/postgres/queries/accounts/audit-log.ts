import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A user who repeats what is noted once adds one entry in this time. */
const REPEAT_MINUTES = 1

export type AuditEntry = {
  /** Null if nobody was logged in. */
  actorId: number | null
  /** `noun:past-participle`, for example `show:locked`. */
  action: string
  subject?: string
  /** The client's address; null on the command line, as is the request id. */
  address: string | null
  requestId: string | null
  /** Never a password, token or e-mail address. */
  details?: Record<string, unknown>
}

export const userSubject = (userId: number) => `user:${userId}`
export const registrationSubject = (registrationId: number) => `registration:${registrationId}`

/** Call it in the transaction of the change. */
export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await insertAuditEntries(db, [entry])
}

export async function insertAuditEntries(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        actor_id: entry.actorId,
        action: entry.action,
        subject: entry.subject ?? null,
        address: entry.address,
        request_id: entry.requestId,
        details: JSON.stringify(entry.details ?? {}),
      })),
    )
    .execute()
}

/**
 * For what users repeat: not within a minute of an entry by the same user with the same action and subject, whose
 * details have those of `kind`.
 */
export async function insertUnlessNoted(
  db: Database,
  entry: AuditEntry,
  kind: Record<string, unknown> = {},
): Promise<void> {
  const isNoted = await db
    .selectFrom('audit_log')
    .select('id')
    .where('actor_id', '=', entry.actorId)
    .where('action', '=', entry.action)
    .where('subject', 'is not distinct from', entry.subject ?? null)
    .where(sql<boolean>`details @> ${JSON.stringify(kind)}::jsonb`)
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .executeTakeFirst()
  if (isNoted) return
  await insertAuditEntry(db, { ...entry, details: { ...kind, ...entry.details } })
}

/** Notes that a user was refused what only admins may. */
export async function insertRefusal(
  db: Database,
  refused: { userId: number; route: string; address: string; requestId: string },
): Promise<void> {
  const { userId: actorId, route, ...origin } = refused
  await insertUnlessNoted(db, { actorId, action: 'admin:refused', subject: `route:${route}`, ...origin })
}

/** Newest first. */
export async function listAuditEntriesAbout(db: Database, subject: string, limit: number) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.at', 'audit_log.action', 'users.display_name as actor', 'audit_log.details'])
    .where('audit_log.subject', '=', subject)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

/** What a user did, and what was done to the account. */
function concernsUser(userId: number): RawBuilder<boolean> {
  return sql`(audit_log.actor_id = ${userId} OR audit_log.subject = ${userSubject(userId)})`
}

/** The details that somebody wrote. */
const WRITTEN_DETAILS = ['description', 'name', 'reason', 'text', 'word']

/** Removes addresses, and what was written, from the entries that concern a user. */
export async function deletePersonalDetails(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ address: null, details: sql<string>`details - ${WRITTEN_DETAILS}::text[]` })
    .where(concernsUser(userId))
    .execute()
}

export type AuditFilter = {
  userId?: number | undefined
  action?: string | undefined
  /** Days in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
  /** The id of the entry before which to go on. */
  before?: number | undefined
}

/** The entries that match, newest first. The order is the one of the indexes on `at`. */
export async function listNewestAuditEntries(
  db: Database,
  { userId, action, from, to, before }: AuditFilter,
  limit: number,
) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'actor_id', 'users.display_name as actor_name', 'action', 'subject'])
    .select(['address', 'request_id', 'details'])
    .$if(userId !== undefined, (query) => query.where(concernsUser(userId ?? 0)))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(from !== undefined, (query) =>
      query.where('at', '>=', sql<Date>`${from}::date::timestamp AT TIME ZONE 'UTC'`),
    )
    .$if(to !== undefined, (query) =>
      query.where('at', '<', sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`),
    )
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(at, audit_log.id) < (SELECT at, id FROM audit_log WHERE id = ${before})`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

/** Those that occur, by one step in the index for each. */
export async function listAuditedActions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    WITH RECURSIVE occurring AS (
      SELECT min(action) AS action FROM audit_log
      UNION ALL
      SELECT (SELECT min(action) FROM audit_log WHERE audit_log.action > occurring.action)
      FROM occurring WHERE action IS NOT NULL
    )
    SELECT action FROM occurring WHERE action IS NOT NULL ORDER BY action`.execute(db)
  return rows.map(({ action }) => action)
}
