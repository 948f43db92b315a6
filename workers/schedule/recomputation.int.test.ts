import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfTest } from '@called-it/tests/support/test-database'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

test('sets the locks of an upgraded database at the start of the workers', async () => {
  const database = await databaseOfTest()
  await makeShow(database.db, { showdate: '2099-07-04' })
  await sql`DELETE FROM installation_facts`.execute(database.db)
  workersOfTest({ database })
  const listRuns = () => database.db.selectFrom('runs').select(['kind', 'state']).execute()
  await expect.poll(listRuns).toEqual([{ kind: 'recompute-locks', state: 'done' }])
  const show = await database.db.selectFrom('shows').select('locks_at').executeTakeFirst()
  expect(show).toEqual({ locks_at: new Date('2099-07-04T23:30:00Z') })
})
