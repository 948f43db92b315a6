import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'

/** The rows of a table when ANALYZE last counted them; -1 before. */
export async function countedRows(db: Database, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ reltuples: number }>`
    SELECT reltuples FROM pg_class WHERE oid = to_regclass(${table})`.execute(db)
  return rows[0]?.reltuples
}
