import { createBareDatabase } from '@called-it/tests/support/test-database'
import { runProgram } from '@called-it/tests/support/workers/run-command'
import { expect, onTestFinished, test } from 'vitest'

// F20, guarded by the lock that Kysely takes on the database for a migration (`infra/postgres/migrate.ts`): without it
// one of the two fails.
test('applies each migration once when two programs migrate', { timeout: 300_000 }, async () => {
  const database = await createBareDatabase()
  onTestFinished(() => database.drop())
  const migrate = () => runProgram(['migrate'], { DATABASE_URL: database.url })
  const results = await Promise.all([migrate(), migrate()])
  expect(results.map(({ code }) => code)).toEqual([0, 0])
  const applied = results.map(({ stdout }) => stdout.match(/Success/g)?.length ?? 0).sort((a, b) => a - b)
  expect(applied[0]).toBe(0)
  expect(applied[1]).toBeGreaterThan(0)
})
