import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** The only clock that rules use. */
export async function getDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no time')
  return row.now
}
