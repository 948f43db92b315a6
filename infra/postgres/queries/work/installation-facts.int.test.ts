import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFact, insertFact } from './installation-facts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

test('keeps the first value of a fact, also of two at once', async () => {
  expect(await findFact(database.db, 'demo-anchor')).toBeNull()
  const given = ['2026-11-21', '2026-11-22']
  const kept = await Promise.all(given.map((day) => insertFact(database.db, 'demo-anchor', day)))
  expect(given).toContain(kept[0])
  expect(kept[1]).toBe(kept[0])
  expect(await insertFact(database.db, 'demo-anchor', '2030-01-01')).toBe(kept[0])
  expect(await findFact(database.db, 'demo-anchor')).toBe(kept[0])
})

test('refuses a fact with an invalid value', async () => {
  await expect(insertFact(database.db, 'demo-anchor', 'tomorrow')).rejects.toThrow()
})
