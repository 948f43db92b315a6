import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { takePermit } from './source-permits.ts'

const database = await databaseOfFile()

test('spaces ten concurrent permits by the interval', async () => {
  const interval = 60
  const permits = await Promise.all(
    Array.from({ length: 10 }, () => takePermit(database.db, 'busy-site', interval)),
  )
  const instants = permits.map(Number).toSorted((a, b) => a - b)
  const gaps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0))
  expect(gaps).toHaveLength(9)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(interval)

  const row = await database.db
    .selectFrom('source_permits')
    .select('next_at')
    .where('source', '=', 'busy-site')
    .executeTakeFirstOrThrow()
  expect(row.next_at.getTime() - (instants.at(-1) ?? 0)).toBe(interval)
})

test('waits a second between permits by default', async () => {
  const at = await takePermit(database.db, 'real-site')
  const row = await database.db
    .selectFrom('source_permits')
    .select('next_at')
    .where('source', '=', 'real-site')
    .executeTakeFirstOrThrow()
  expect(row.next_at.getTime() - at.getTime()).toBe(1_000)
})
