import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { leagueRole } from './leagues.ts'

const database = await databaseOfFile()

test('reads the roles of a league without reading all users of the site', async () => {
  const { db } = database
  const { rows: users } = await sql<{ id: number }>`
    INSERT INTO users (email, display_name, sort_name, password_hash)
    SELECT 'fan-' || number || '@mail.test', 'Fan', 'fan', 'none' FROM generate_series(1, 20000) AS number
    RETURNING id`.execute(db)
  const members = users.filter((_, place) => place % 40 === 0).map(({ id }) => id)
  const league = await makeLeague(db, members)
  await sql`ANALYZE`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT ${leagueRole('member', league.id)} AS role FROM league_members AS member
    WHERE league_id = ${league.id}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('users_pkey')
  expect(plan).not.toMatch(/Seq Scan on users/)
})
