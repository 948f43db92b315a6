import type { Database } from '@called-it/infra/postgres/client'

/** Oldest first. */
export function listAuditEntries(db: Database, where: { action?: string; subject?: string }) {
  const { action, subject } = where
  return db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject', 'address', 'request_id', 'details'])
    .$if(action !== undefined, (entries) => entries.where('action', '=', action ?? ''))
    .$if(subject !== undefined, (entries) => entries.where('subject', '=', subject ?? ''))
    .orderBy('id')
    .execute()
}
