import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A user who asks again for what was refused adds one entry in this time. */
const REFUSAL_MINUTES = 1

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

/** Notes that a user was refused what only admins may. */
export async function insertRefusal(
  db: Database,
  refused: { userId: number; route: string; address: string; requestId: string },
): Promise<void> {
  const { userId, route, address, requestId } = refused
  const subject = `route:${route}`
  const isNoted = await db
    .selectFrom('audit_log')
    .select('id')
    .where('actor_id', '=', userId)
    .where('action', '=', 'admin:refused')
    .where('subject', '=', subject)
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${REFUSAL_MINUTES})`)
    .executeTakeFirst()
  if (isNoted) return
  await insertAuditEntry(db, { actorId: userId, action: 'admin:refused', subject, address, requestId })
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
  return sql`(actor_id = ${userId} OR subject = ${userSubject(userId)})`
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

export type AuditFilter = { userId?: number; action?: string; from?: string; to?: string }

/** The newest entries that match, oldest first. `from` and `to` are days in UTC, both included. */
export async function listNewestAuditEntries(
  db: Database,
  { userId, action, from, to }: AuditFilter,
  limit: number,
) {
  const newestFirst = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_id', 'action', 'subject', 'address', 'request_id', 'details'])
    .$if(userId !== undefined, (query) => query.where(concernsUser(userId ?? 0)))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(from !== undefined, (query) =>
      query.where('at', '>=', sql<Date>`${from}::date::timestamp AT TIME ZONE 'UTC'`),
    )
    .$if(to !== undefined, (query) =>
      query.where('at', '<', sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return newestFirst.toReversed()
}
