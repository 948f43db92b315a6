import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'
import { expect } from 'vitest'

/** A checksum of each table's rows, by its name. */
export type TableChecksums = ReadonlyMap<string, string>

export type TableWatch = {
  read(): Promise<TableChecksums>
  expectUnchanged(before: TableChecksums, except?: readonly string[]): Promise<void>
}

/** The gateway draws them ahead, at any time after a show has changed. */
const IN_BACKGROUND = ['preview_images']

/** Reads the tables only when a transaction has written since the last read. */
export function watchTables(db: Database): TableWatch {
  let last: { readonly transaction: string; readonly checksums: TableChecksums } | null = null

  async function read(): Promise<TableChecksums> {
    const { rows } = await sql<{ next: string }>`
      SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`.execute(db)
    const transaction = rows[0]?.next ?? ''
    if (last?.transaction !== transaction) last = { transaction, checksums: await readChecksums(db) }
    return last.checksums
  }

  return {
    read,
    async expectUnchanged(before, except = []) {
      const changed = [...(await read())].filter(([table, checksum]) => before.get(table) !== checksum)
      const tables = changed
        .map(([table]) => table)
        .filter((table) => ![...IN_BACKGROUND, ...except].includes(table))
      expect(tables, 'tables that changed').toEqual([])
    },
  }
}

async function readChecksums(db: Database): Promise<TableChecksums> {
  const tables = await db.introspection.getTables()
  const selects = tables.map(
    ({ name }) => sql`
      SELECT ${name}::text AS name,
        (SELECT count(*) || ':' || coalesce(md5(string_agg(md5(entry::text), '' ORDER BY md5(entry::text))), '')
        FROM ${sql.table(name)} AS entry) AS checksum`,
  )
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`${sql.join(selects, sql` UNION ALL `)}`.execute(db)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
