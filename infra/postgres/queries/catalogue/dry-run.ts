import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

const CATALOGUE = ['songs', 'song_aliases', 'song_renames', 'tours', 'shows'] as const
const SETLISTS = ['setlist_revisions', 'performances'] as const

/**
 * Runs the statements of an import on temporary copies of the catalogue, which hide the tables of the same names, and
 * rolls back. It locks no row of theirs, so that saves go on, and stores nothing. Read the source before: a transaction
 * may be idle for 10 s only.
 *
 * @param withSetlists copies setlists as well
 */
export async function inDryRun<Result>(
  db: Database,
  { withSetlists }: { withSetlists: boolean },
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  const tables = withSetlists ? [...CATALOGUE, ...SETLISTS] : CATALOGUE
  // The copies are compared with the tables, which others change meanwhile.
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    for (const table of tables) await copyTable(trx, table)
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/** With its defaults, checks and indexes, and a sequence of its own, so that no id is used up. */
async function copyTable(trx: DatabaseTransaction, table: string): Promise<void> {
  const original = sql.id('public', table)
  const copy = sql.id('pg_temp', table)
  await sql`CREATE TEMPORARY TABLE ${sql.id(table)} (LIKE ${original} INCLUDING ALL) ON COMMIT DROP`.execute(
    trx,
  )
  const { rows } = await sql<{ column: string; isIdentity: boolean }>`
    SELECT attname AS column, attidentity <> '' AS "isIdentity" FROM pg_attribute
    WHERE attrelid = ${`pg_temp.${table}`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`.execute(trx)
  const columns = sql.join(rows.map(({ column }) => sql.id(column)))
  await sql`INSERT INTO ${copy} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${original}`.execute(
    trx,
  )
  const identity = rows.find(({ isIdentity }) => isIdentity)?.column
  if (identity !== undefined) {
    await sql`
      SELECT setval(
        pg_get_serial_sequence(${`pg_temp.${table}`}, ${identity}),
        (SELECT coalesce(max(${sql.id(identity)}), 0) + 1 FROM ${copy}), false)`.execute(trx)
  }
  await sql`ANALYZE ${copy}`.execute(trx)
}
