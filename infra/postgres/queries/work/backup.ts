import type pg from 'pg'
import copyStreams from 'pg-copy-streams'

/*
 * Queries of backup and restore. All run on one connection of the pool, because COPY belongs to the surrounding
 * transaction and Kysely cannot run it. Rows are in COPY's text format, which later versions of Postgres read.
 */

export type Client = pg.PoolClient

/** Without generated columns. */
export type TableShape = { readonly name: string; readonly columns: readonly string[] }

/** `last` is the last value given out. */
export type SequenceState = { readonly name: string; readonly last: number }

export type ForeignKey = { readonly name: string; readonly table: string; readonly definition: string }

const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Tables with rows from migrations, which are not empty in a new database. */
const SEEDED_TABLES = ['settings', 'system_players']

/** More than a topic can change between a backup and a restore. */
const VERSIONS_AHEAD = 1_000_000

export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  await allowPauses(client)
}

/**
 * Runs work if no other backup of this database is being written. Later backups see this one until its transaction ends,
 * however it ends.
 */
export async function announceBackup(client: Client, ifAlone: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ isAlone: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('backup')) AS "isAlone"`,
  )
  const isAlone = rows[0]?.isAlone ?? false
  if (isAlone) await ifAlone()
  await client.query(`SELECT pg_advisory_xact_lock_shared(hashtext('backup'))`)
  if (isAlone) await client.query(`SELECT pg_advisory_unlock(hashtext('backup'))`)
}

export async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    await allowPauses(client)
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Writing a file may take longer than the idle timeout, and these transactions block nobody. */
async function allowPauses(client: Client): Promise<void> {
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}

/** Names of the applied migrations in order; empty without a migration table. */
export async function listMigrations(client: Client): Promise<string[]> {
  const known = await client.query("SELECT to_regclass('kysely_migration') IS NOT NULL AS exists")
  if (!known.rows[0]?.exists) return []
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return rows.map(({ name }) => name)
}

export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT class.relname::text AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
     FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
     WHERE class.relkind = 'r' AND class.relnamespace = current_schema()::regnamespace
       AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
       AND class.relname <> ALL ($1)
     GROUP BY class.relname ORDER BY class.relname`,
    [MIGRATOR_TABLES],
  )
  return rows
}

/** The first table with rows that no migration inserted; null if all are empty. */
export async function findFilledTable(client: Client, tables: readonly TableShape[]): Promise<string | null> {
  for (const { name } of tables) {
    if (SEEDED_TABLES.includes(name)) continue
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM ${client.escapeIdentifier(name)}) AS filled`,
    )
    if (rows[0]?.filled) return name
  }
  return null
}

export async function holdTables(client: Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
}

export async function emptySeededTables(client: Client): Promise<void> {
  for (const name of SEEDED_TABLES) await client.query(`DELETE FROM ${client.escapeIdentifier(name)}`)
}

/** COPY stream of a table; it has `rowCount` once it has ended. */
export function copyOut(client: Client, table: TableShape) {
  return client.query(copyStreams.to(`COPY ${columnsOf(client, table)} TO STDOUT`))
}

export function copyIn(client: Client, table: TableShape) {
  return client.query(copyStreams.from(`COPY ${columnsOf(client, table)} FROM STDIN`))
}

function columnsOf(client: Client, { name, columns }: TableShape): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `${client.escapeIdentifier(name)} (${list})`
}

/** Sequences that have given out a value. They are ahead of any snapshot. */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `SELECT sequencename::text AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  return rows
}

export async function setSequences(client: Client, sequences: readonly SequenceState[]): Promise<void> {
  await client.query(
    `SELECT setval(format('%I', name)::regclass, last)
     FROM unnest($1::text[], $2::bigint[]) AS sequence(name, last)`,
    [sequences.map(({ name }) => name), sequences.map(({ last }) => last)],
  )
}

/** Drops all foreign keys, because no order of tables satisfies them, and returns them for `addForeignKeys`. */
export async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conname::text AS name, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY oid`,
  )
  for (const { name, table } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${client.escapeIdentifier(name)}`)
  }
  return rows
}

export async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { name, table, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`)
  }
}

/** Raises every topic version above those that open pages know, so that they fetch again. */
export async function raiseTopicVersions(client: Client): Promise<void> {
  await client.query('UPDATE topic_versions SET version = version + $1', [VERSIONS_AHEAD])
}

/** Newly filled tables have no planner statistics. */
export async function analyze(client: Client): Promise<void> {
  await client.query('ANALYZE')
}
