import type { Database } from '../../client.ts'

/** What an admin did, or what was done to an account. */
export type AuditEntry = {
  /** Who did it; null where nobody was logged in. */
  actorId: number | null
  /** `noun:past-participle`, as in `show:locked`. */
  action: string
  /** What it was done to, as in `show:12`. */
  subject?: string
  /** The network address that it came from; null, like the request's id, on the command line. */
  address: string | null
  requestId: string | null
  /** Never a password, a token or an e-mail address. */
  details?: Record<string, unknown>
}

/** Notes what was done, in the transaction that does it. */
export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      subject: entry.subject ?? null,
      address: entry.address,
      request_id: entry.requestId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
