import {
  type AuditFilter,
  listNewestAuditEntries,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import { getAccount } from './account.ts'
import { withDatabase } from './database.ts'

export type AuditOptions = Omit<AuditFilter, 'userId'> & { user?: string; last: number }

/** Prints an entry a line, oldest first; the account is named by its id, since the log has no mail addresses. */
export async function printAudit({ user: address, last, ...filter }: AuditOptions): Promise<void> {
  const entries = await withDatabase(async (db) => {
    if (address === undefined) return listNewestAuditEntries(db, filter, last)
    const { id: userId } = await getAccount(db, address)
    return listNewestAuditEntries(db, { ...filter, userId }, last)
  })
  if (entries.length === 0) console.log('The audit log has no such entry.')
  for (const { at, actor_id, action, subject, address, request_id, details } of entries.toReversed()) {
    const actor = actor_id === null ? '-' : `user:${actor_id}`
    const origin = [address ?? '-', request_id ?? '-']
    console.log(
      [at.toISOString(), actor, action, subject ?? '-', ...origin, JSON.stringify(details)].join('  '),
    )
  }
}
