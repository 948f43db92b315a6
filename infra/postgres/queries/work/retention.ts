import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import type { Schema } from '../../schema.ts'

type Kept = { readonly table: keyof Schema; readonly since: RawBuilder<unknown>; readonly days: number }

/** Rows are deleted so many days after a time. */
const KEPT = {
  /** Expired ones, too: their links say why they fail. */
  tokens: { table: 'auth_tokens', since: sql`least(expires_at, used_at, voided_at)`, days: 30 },
  registrations: { table: 'registrations', since: sql`created_at`, days: 7 },
  loginLinks: { table: 'login_links', since: sql`created_at`, days: 1 },
  challenges: { table: 'used_challenges', since: sql`used_at`, days: 1 },
  addressChanges: { table: 'address_changes', since: sql`created_at`, days: 7 },
  sessions: { table: 'sessions', since: sql`expire`, days: 0 },
  /** A device gets pushes so long without a visit of its browser, whose session may have expired. */
  devices: { table: 'push_subscriptions', since: sql`used_at`, days: 90 },
  previewImages: { table: 'preview_images', since: sql`created_at`, days: 30 },
  /** With their deliveries. */
  events: { table: 'public_events', since: sql`created_at`, days: 90 },
  auditEntries: { table: 'audit_log', since: sql`at`, days: 180 },
  /** How files were made that are mostly gone. */
  backupWork: { table: 'backup_work', since: sql`ended_at`, days: 90 },
  /** Done ones, for analysis. */
  jobs: { table: 'outbox', since: sql`done_at`, days: 7 },
} as const satisfies Record<string, Kept>

/** @returns how many of each */
export async function deleteOldRows(db: Database): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const [name, { table, since, days }] of Object.entries(KEPT)) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ${since} < now() - make_interval(days => ${days})`.execute(db)
    deleted[name] = Number(numAffectedRows ?? 0n)
  }
  return deleted
}
