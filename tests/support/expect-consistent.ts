import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Expected, findViolations } from './find-violations.ts'
import type { System } from './start-system.ts'

/** Recovery takes longer beside other tests. */
export const PATIENCE = { timeout: 120_000, interval: 50 }

export const LIMIT = { timeout: 300_000 }

export async function expectConsistent(
  { database }: Pick<System, 'database'>,
  expected?: Expected,
): Promise<void> {
  // After a crash Postgres has no statistics, and joins 20,000 rows in nested loops.
  await sql`ANALYZE`.execute(database.db)
  await expect.poll(() => findViolations(database.db, expected), PATIENCE).toEqual([])
}
