import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepared } from './prepared.ts'

const database = await databaseOfFile()

const later = prepared('test-later', (db, city: RawBuilder<string>, id: RawBuilder<number>) =>
  db
    .selectFrom('shows')
    .select(['id', sql<number>`${id} + 1`.as('next')])
    .where('city', '=', city)
    .where('id', '>', id),
)

test('binds each value to its parameter, also inside a transaction', async () => {
  const { db } = database
  const first = await makeShow(db, { city: 'Harborview' })
  const second = await makeShow(db, { city: 'Elsewhere' })
  const found = (id: number) => ({ id, next: first.id })
  for (const on of [db, db]) {
    expect(await later(on, 'Harborview', first.id - 1)).toEqual([found(first.id)])
    expect(await later(on, 'Elsewhere', first.id - 1)).toEqual([found(second.id)])
    expect(await later(on, 'Nowhere', first.id - 1)).toEqual([])
  }
  await db.transaction().execute(async (trx) => {
    const third = await makeShow(trx, { city: 'Nowhere' })
    expect(await later(trx, 'Nowhere', first.id - 1)).toEqual([found(third.id)])
  })
})

test('parses a named statement once per connection', async () => {
  await database.db.connection().execute(async (connection) => {
    for (let time = 0; time < 3; time += 1) await later(connection, 'Harborview', 0)
    const { rows } = await sql<{ name: string; calls: number }>`
      SELECT name, generic_plans + custom_plans AS calls FROM pg_prepared_statements WHERE name = 'test-later'`.execute(
      connection,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.calls).toBeGreaterThanOrEqual(3)
  })
})

test('refuses a constant among the parameters', async () => {
  const fixed = prepared('test-fixed', (db, id: RawBuilder<number>) =>
    db.selectFrom('shows').select('city').where('id', '=', id).where('city', '=', 'Harborview'),
  )
  await expect(fixed(database.db, 1)).rejects.toThrow('test-fixed')
})
