import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import { openRedis } from '@called-it/infra/redis/connection'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { expect, onTestFinished, test } from 'vitest'

const database = await databaseOfFile()

test('lists a worker with its queues and stores no address of a failure in Redis', async () => {
  const { url, prefix } = testRedis()
  const namespace = `${prefix}-states`
  const redis = openRedis(url, 'dashboard', () => undefined)
  onTestFinished(() => redis.disconnect())
  const reader = openQueueReader(redis, { namespace, onError: () => undefined })
  expect(await reader.workers()).toEqual([])

  workersOfTest({
    database,
    redisUrl: url,
    namespace,
    send: async () => {
      throw new Error('550 no such user ann@fans.example')
    },
  })
  const name = `test-worker-${namespace}`
  await expect
    .poll(() => reader.workers())
    .toEqual([
      {
        name,
        queues: ['runs', 'chances', 'mail', 'webhooks', 'maintenance', 'totals'],
        connectedMs: expect.any(Number),
        connections: Array(6).fill(expect.any(String)),
      },
    ])

  const user = await makeUser(database.db, { isVerified: false })
  await database.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: user.id }))
  const mail = (await reader.queues())?.find((queue) => queue.name === 'mail')
  await expect.poll(() => mail?.getFailedCount()).toBeGreaterThan(0)
  const [failed] = (await mail?.getFailed()) ?? []
  expect(failed?.failedReason).toBe('Error: 550 no such user [redacted]')
  expect(JSON.stringify(failed?.toJSON())).not.toContain('ann@')
  await reader.close()
})
