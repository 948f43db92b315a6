import type { Database } from '../../client.ts'

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

/** Call it in the transaction of the change. */
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
