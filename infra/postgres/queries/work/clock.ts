import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** The instant that it is now by the database's clock, the only one that rules are read by. */
export async function getDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not tell the time')
  return row.now
}
