import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { USER_COLUMNS } from './user-columns.ts'

const database = await databaseOfFile()

test('lists every column of the database with the id of a user', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT table_name || '.' || column_name AS name
    FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('integer', 'bigint')
      AND column_name ~ '(user|actor|author|player|owner)_id$|_by$'
    UNION
    SELECT conrelid::regclass || '.' || attname
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE confrelid = 'users'::regclass
    ORDER BY name`)
  expect(Object.keys(USER_COLUMNS)).toEqual(rows.map(({ name }) => name))
})
