import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { STORED_SETTINGS_CHANNEL } from './stored-settings.ts'

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

/** They belong to the installation, not to its data: a restore leaves them as they are. */
const INSTALLATION_TABLES = ['backup_work', 'setup_code']
const INSTALLATION_SEQUENCES = ['backup_work_id_seq']

/** Tables with rows from migrations, which are not empty in a new database. */
const SEEDED_TABLES = ['settings', 'system_players']

/** More than a topic can change between a backup and a restore. */
const VERSIONS_AHEAD = 1_000_000

/** Gateways give up a query after 5 s: those that wait for a try to end get their answer. */
const LOCK_TRY = '3s'
const LOCK_TRIES = 30
const BETWEEN_TRIES_MS = 1_000

/** The message is for the operator. */
export class TablesInUseError extends Error {
  override readonly name = 'TablesInUseError'

  constructor() {
    super('Other work did not let go of the database for two minutes. Nothing is changed.')
  }
}

export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  await allowPauses(client)
  // Before the snapshot: one that is older than a restore would find the tables empty.
  await client.query('LOCK TABLE settings IN ACCESS SHARE MODE')
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

/** After a failure the connection has to be closed, which rolls back: it may be in the middle of a COPY. */
export async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  await allowPauses(client)
  const result = await work()
  await client.query('COMMIT')
  return result
}

/** Reading or writing a file may take longer than the idle timeout, also in a restore, which all others wait for. */
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
    [[...MIGRATOR_TABLES, ...INSTALLATION_TABLES]],
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

/**
 * Waits until nothing else uses the tables, in tries between which others get on.
 *
 * @throws TablesInUseError after two minutes
 */
export async function holdTables(
  client: Client,
  tables: readonly TableShape[],
  signal?: AbortSignal,
): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TRY}'; SAVEPOINT before_tables`)
  for (let tries = 1; !(await tryHoldTables(client, names)); tries += 1) {
    if (tries === LOCK_TRIES) throw new TablesInUseError()
    await wait(BETWEEN_TRIES_MS, undefined, { signal })
  }
  await client.query('SET LOCAL lock_timeout = 0')
}

/** SQLSTATEs of a deadlock and of a lock timeout. */
const NOT_LOCKED = ['40P01', '55P03']

async function tryHoldTables(client: Client, names: string): Promise<boolean> {
  try {
    await client.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && NOT_LOCKED.includes(error.code ?? ''))) throw error
    // Releases those that it has got.
    await client.query('ROLLBACK TO SAVEPOINT before_tables')
    return false
  }
}

/**
 * Sequences begin anew too, which gives each another file until the transaction ends: by itself, `setval` would outlast one
 * that is rolled back.
 */
export async function emptyTables(client: Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`TRUNCATE ${names.join(', ')}`)
  const { rows } = await client.query<{ name: string }>(
    `SELECT sequencename::text AS name FROM pg_sequences
     WHERE schemaname = current_schema() AND sequencename <> ALL ($1)`,
    [INSTALLATION_SEQUENCES],
  )
  for (const { name } of rows) await client.query(`ALTER SEQUENCE ${client.escapeIdentifier(name)} RESTART`)
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
     WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> ALL ($1)
     ORDER BY sequencename`,
    [INSTALLATION_SEQUENCES],
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

/** For `raiseTopicVersions`, before the tables are emptied. */
export async function keepTopicVersions(client: Client): Promise<void> {
  await client.query(
    'CREATE TEMP TABLE kept_versions ON COMMIT DROP AS SELECT topic, version FROM topic_versions',
  )
}

/** Raises every topic version above those that open pages know, so that they fetch again. */
export async function raiseTopicVersions(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO topic_versions (topic, version) SELECT topic, version FROM kept_versions
     ON CONFLICT (topic) DO UPDATE SET version = greatest(topic_versions.version, excluded.version)`,
  )
  await client.query('UPDATE topic_versions SET version = version + $1', [VERSIONS_AHEAD])
}

/**
 * Gives open jobs other ids. Those that Redis still has find no row and do nothing, and none that it keeps as ended stands
 * in the way of one that is open again.
 */
export async function renewOpenJobs(client: Client): Promise<void> {
  await client.query(
    `UPDATE outbox SET id = uuidv7(), enqueued_at = NULL,
       next_at = CASE WHEN enqueued_at IS NULL THEN next_at ELSE now() END
     WHERE done_at IS NULL`,
  )
}

/** Programs that run have much in memory that is of the data before. They start again after the commit. */
export async function askForRestartAfterRestore(client: Client): Promise<void> {
  await client.query('UPDATE settings SET restart_asked_at = clock_timestamp()')
  await client.query(`SELECT pg_notify($1, '')`, [STORED_SETTINGS_CHANNEL])
}

/** Newly filled tables have no planner statistics. */
export async function analyze(client: Client): Promise<void> {
  await client.query('ANALYZE')
}
