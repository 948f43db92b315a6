import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { LOCATION } from '../catalogue/shows.ts'
import { selectPredictions, withPicks } from '../predictions/predictions.ts'
import { userSubject } from './audit-log.ts'
import { USER_COLUMNS } from './user-columns.ts'

const SECRET = 'who has it could act as the user, or as the site'
const OF_OTHERS = 'it concerns somebody else'

type LeftOut = {
  /** Of the rows that the key finds; with a dot, a field of a column. */
  readonly columns: readonly string[] | 'all'
  readonly because: string
}

/** What a user's export has not, by the column that names the user. */
export const LEFT_OUT: Readonly<Record<string, LeftOut>> = {
  'address_changes.user_id': { columns: ['old_token_hash', 'new_token_hash'], because: SECRET },
  'api_keys.user_id': { columns: ['key_hash'], because: SECRET },
  // Network addresses are those of admins, and of those who failed to log in.
  'audit_log.subject': { columns: ['address'], because: OF_OTHERS },
  'auth_tokens.user_id': { columns: ['token_hash'], because: SECRET },
  'avatars.user_id': { columns: ['webp'], because: 'it is a file of its own' },
  'follows.followed_user_id': { columns: 'all', because: 'nobody is told who follows' },
  'login_links.email': { columns: ['browser_hash', 'token_hash', 'code_hash'], because: SECRET },
  'notification_settings.user_id': { columns: ['unsubscribe_token'], because: SECRET },
  'passkeys.user_id': { columns: ['public_key'], because: SECRET },
  'predictions.user_id': { columns: 'all', because: 'a file of its own has them with names' },
  'push_subscriptions.user_id': {
    columns: ['endpoint', 'p256dh', 'auth', 'device_key'],
    because: SECRET,
  },
  'recovery_codes.user_id': { columns: ['code_hash'], because: SECRET },
  'registrations.email': { columns: ['password_hash', 'passkey'], because: SECRET },
  'reports.decided_by': { columns: ['note'], because: OF_OTHERS },
  'reports.reported_user_id': { columns: ['user_id', 'note'], because: OF_OTHERS },
  'runs.ordered_by': { columns: ['result'], because: OF_OTHERS },
  'sessions.user_id': { columns: ['sid', 'sess.deviceKey'], because: SECRET },
  'suspensions.suspended_by': {
    columns: ['display_name', 'reason', 'image_hash', 'image'],
    because: OF_OTHERS,
  },
  'users.id': { columns: ['password_hash'], because: SECRET },
  'webhooks.created_by': { columns: ['url', 'secret'], because: SECRET },
}

/** Beside those of `USER_COLUMNS`. */
const FURTHER_COLUMNS = ['audit_log.subject', 'login_links.email', 'registrations.email', 'users.id']

const COLUMNS_OF_TABLE = Map.groupBy([...Object.keys(USER_COLUMNS), ...FURTHER_COLUMNS], tableOf)

export const EXPORTED_TABLES: readonly string[] = [...COLUMNS_OF_TABLE.keys()].toSorted()

/** Conditions for tables that have no index by user. */
const BY_INDEX: Readonly<Record<string, (userId: number) => RawBuilder<unknown>>> = {
  'pick_commitments.user_id': (userId) => sql`(show_id, lock_no) IN (
    SELECT pick_locks.show_id, number FROM pick_locks JOIN predictions USING (show_id)
    WHERE predictions.user_id = ${userId})`,
  'scores.user_id': (userId) => sql`score_set_id IN (
    SELECT score_sets.id FROM score_sets JOIN predictions USING (show_id)
    WHERE predictions.user_id = ${userId})`,
  'standings.user_id': () => sql`board IN (SELECT 0 UNION ALL SELECT id FROM tours)`,
}

/** The rows of a table that name a user, as JSON without what is left out. */
export async function listRowsOfUser(db: Database, userId: number, table: string): Promise<unknown[]> {
  const columns = COLUMNS_OF_TABLE.get(table) ?? []
  const parts = columns.flatMap((column, index) => {
    const { columns: omitted = [] } = LEFT_OUT[column] ?? {}
    if (omitted === 'all') return []
    const row = omitted.reduce<RawBuilder<unknown>>(
      (left, path) => sql`${left} #- ${path.split('.')}::text[]`,
      sql`to_jsonb(${sql.ref(table)})`,
    )
    // Each row once: by the first column that names the user.
    const conditions = [
      isUser(column, userId),
      ...columns.slice(0, index).map((earlier) => sql`(${isUser(earlier, userId)}) IS NOT TRUE`),
      ...(BY_INDEX[column] ? [BY_INDEX[column](userId)] : []),
    ]
    return sql`SELECT ${row} AS "row" FROM ${sql.table(table)} WHERE ${sql.join(conditions, sql` AND `)}`
  })
  if (parts.length === 0) return []
  const { rows } = await sql<{ row: unknown }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)
  return rows.map(({ row }) => row)
}

function tableOf(userColumn: string): string {
  return userColumn.split('.')[0] ?? ''
}

function isUser(userColumn: string, userId: number): RawBuilder<boolean> {
  const name = sql.ref(userColumn)
  if (userColumn.endsWith('.email')) return sql`${name} = (SELECT email FROM users WHERE id = ${userId})`
  if (userColumn.endsWith('.subject')) return sql`${name} = ${userSubject(userId)}`
  return sql`${name} = ${userId}`
}

/** With shows and points. */
export async function listPredictionsToExport(db: Database, userId: number) {
  const rows = await selectPredictions(db)
    .select(['shows.showdate as date', 'shows.venue', LOCATION.as('place')])
    .where('predictions.user_id', '=', userId)
    .orderBy('shows.showdate')
    .orderBy('predictions.id')
    .execute()
  return rows.map(withPicks)
}
