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
  await expect.poll(() => findViolations(database.db, expected), PATIENCE).toEqual([])
}
