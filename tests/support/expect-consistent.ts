import { expect } from 'vitest'
import { findViolations, type Witnesses } from './find-violations.ts'
import type { System } from './start-system.ts'

/** How long a test waits for a state: a fault takes its time, and longer beside other tests. */
export const PATIENCE = { timeout: 120_000, interval: 50 }

/** What a test may take with all its waits. */
export const LIMIT = { timeout: 300_000 }

/** Waits until everything is as it should be, and fails with what is not. */
export async function expectConsistent(
  { database }: Pick<System, 'database'>,
  witnesses?: Witnesses,
): Promise<void> {
  await expect.poll(() => findViolations(database.db, witnesses), PATIENCE).toEqual([])
}
