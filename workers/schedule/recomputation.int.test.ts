import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { createTestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { startTestWorkers } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 50 }

test('sets the locks of an upgraded database at the start of the workers', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await makeShow(database.db, { showdate: '2099-07-04' })
  await sql`DELETE FROM installation_facts`.execute(database.db)
  const { url, prefix } = testRedis()
  const workers = startTestWorkers({ database, redisUrl: url, namespace: prefix })
  onTestFinished(workers.stop)
  const listRuns = () => database.db.selectFrom('runs').select(['kind', 'state']).execute()
  await expect.poll(listRuns, PATIENCE).toEqual([{ kind: 'recompute-locks', state: 'done' }])
  const show = await database.db.selectFrom('shows').select('locks_at').executeTakeFirst()
  expect(show).toEqual({ locks_at: new Date('2099-07-04T23:30:00Z') })
})
