import type pg from 'pg'
import copyStreams from 'pg-copy-streams'

/*
 * What a backup reads and a restore writes. All of it runs on one connection of the pool, since COPY belongs to
 * the transaction around it and Kysely cannot carry it. Rows travel as COPY's text, which later versions of
 * Postgres read too.
 */

/** A connection that is lent out. */
export type Client = pg.PoolClient

/** A table with the columns that hold what was written; generated ones follow from them. */
export type TableShape = { readonly name: string; readonly columns: readonly string[] }

/** A sequence and the last number that it has given. */
export type SequenceState = { readonly name: string; readonly last: number }

export type ForeignKey = { readonly name: string; readonly table: string; readonly definition: string }

/** What the migrator keeps for itself. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Tables in which a migration has put rows, so that they are there in an empty database too. */
const SEEDED_TABLES = ['settings']

/**
 * More changes than any topic sees between a backup and the loss of what followed: pages that stayed open know
 * versions that the restored database has never given out.
 */
const VERSIONS_AHEAD = 1_000_000

/** Begins a transaction that sees the database as it is now, whatever is written beside it. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  await allowPauses(client)
}

/** Runs `work` in a transaction: all of it is there afterwards, or nothing. */
export async function inTransaction<Answer>(client: Client, work: () => Promise<Answer>): Promise<Answer> {
  await client.query('BEGIN')
  try {
    await allowPauses(client)
    const answer = await work()
    await client.query('COMMIT')
    return answer
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** A disk may take longer over a file than a transaction may stand still elsewhere, and these hold nobody up. */
async function allowPauses(client: Client): Promise<void> {
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}

/** The migrations that were applied, in their order; none where there is no such table. */
export async function listMigrations(client: Client): Promise<string[]> {
  const known = await client.query("SELECT to_regclass('kysely_migration') IS NOT NULL AS exists")
  if (!known.rows[0]?.exists) return []
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return rows.map(({ name }) => name)
}

/** Every table of the product, by name. */
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

/** The first of these tables that holds a row which no migration has put there; null where all are empty. */
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

/** Keeps everybody else out of these tables to the end of the transaction. */
export async function lockTables(client: Client, tables: readonly TableShape[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
}

/** Takes out what the migrations have put in. */
export async function emptySeededTables(client: Client): Promise<void> {
  for (const name of SEEDED_TABLES) await client.query(`DELETE FROM ${client.escapeIdentifier(name)}`)
}

/** The rows of a table as COPY's text; `rowCount` is theirs once it has ended. */
export function copyOut(client: Client, table: TableShape) {
  return client.query(copyStreams.to(`COPY ${columnsOf(client, table)} TO STDOUT`))
}

/** Takes rows as COPY's text; identities are taken as they come, too. */
export function copyIn(client: Client, table: TableShape) {
  return client.query(copyStreams.from(`COPY ${columnsOf(client, table)} FROM STDIN`))
}

function columnsOf(client: Client, { name, columns }: TableShape): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `${client.escapeIdentifier(name)} (${list})`
}

/** Where the sequences stand that have given a number. They are ahead of what any snapshot shows. */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `SELECT sequencename::text AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  return rows
}

/** Lets the sequences go on behind these numbers. */
export async function setSequences(client: Client, sequences: readonly SequenceState[]): Promise<void> {
  await client.query(
    `SELECT setval(format('%I', name)::regclass, last)
     FROM unnest($1::text[], $2::bigint[]) AS sequence(name, last)`,
    [sequences.map(({ name }) => name), sequences.map(({ last }) => last)],
  )
}

/**
 * Drops every foreign key, which would ask for the tables in an order that there is none of, and answers with
 * what `addForeignKeys` takes to make them again.
 */
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

/** Makes foreign keys again, which checks every row against them. */
export async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { name, table, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`)
  }
}

/** Lifts every live topic above what any page can know, so that pages which are open fetch anew. */
export async function raiseTopicVersions(client: Client): Promise<void> {
  await client.query('UPDATE topic_versions SET version = version + $1', [VERSIONS_AHEAD])
}

/** Counts what the planner goes by, which nobody has done for tables that were just filled. */
export async function analyze(client: Client): Promise<void> {
  await client.query('ANALYZE')
}
