import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import { findFact, insertFact } from './installation-facts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

test('a fact is kept as it was first told, also when two tell it at once', async () => {
  expect(await findFact(database.db, 'demo-anchor')).toBeNull()
  const told = ['2026-11-21', '2026-11-22']
  const kept = await Promise.all(told.map((day) => insertFact(database.db, 'demo-anchor', day)))
  expect(told).toContain(kept[0])
  expect(kept[1]).toBe(kept[0])
  expect(await insertFact(database.db, 'demo-anchor', '2030-01-01')).toBe(kept[0])
  expect(await findFact(database.db, 'demo-anchor')).toBe(kept[0])
})

test('what is no day is not kept as one', async () => {
  await expect(insertFact(database.db, 'demo-anchor', 'tomorrow')).rejects.toThrow()
})
