import { type Database, openPostgres } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'

/** What every table of a database holds, as one text a table. */
export type TableStates = ReadonlyMap<string, string>

export type TableWatch = {
  read(): Promise<TableStates>
  close(): Promise<void>
}

/**
 * Looks at the tables on a connection of its own. Where no transaction has written since the last look, which
 * Postgres tells by the numbers that it gives them, the tables are not read again.
 */
export function watchTables(url: string): TableWatch {
  const postgres = openPostgres({
    url,
    program: 'fuzz',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  let last: { readonly at: string; readonly states: TableStates } | null = null

  return {
    async read() {
      const at = await nextWriter(postgres.db)
      if (last?.at !== at) last = { at, states: await readStates(postgres.db) }
      return last.states
    },
    close: () => postgres.close(),
  }
}

/** The names of the tables that differ. */
export function changedTables(before: TableStates, after: TableStates): string[] {
  return [...after].flatMap(([table, state]) => (before.get(table) === state ? [] : [table]))
}

async function nextWriter(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS at`.execute(db)
  return rows[0]?.at ?? ''
}

async function readStates(db: Database): Promise<TableStates> {
  const tables = await db.introspection.getTables()
  const selects = tables.map(
    ({ name }) => sql`
      SELECT ${name}::text AS name,
        (SELECT count(*) || ':' || coalesce(md5(string_agg(md5(held::text), '' ORDER BY md5(held::text))), '')
        FROM ${sql.table(name)} AS held) AS state`,
  )
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(selects, sql` UNION ALL `)}`.execute(
    db,
  )
  return new Map(rows.map(({ name, state }) => [name, state]))
}
