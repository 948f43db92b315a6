import { afterAll } from 'vitest'
import { type System, type SystemOptions, startSystem } from './start-system.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const STOP_MS = 300_000

/** For the tests of the file that calls it; stopped after them. */
export async function systemOfFile(
  options: Omit<SystemOptions<TestDatabase>, 'database'> = {},
): Promise<System> {
  const system = await startSystem({ ...options, database: await createTestDatabase() })
  afterAll(() => system.stop(), STOP_MS)
  return system
}
