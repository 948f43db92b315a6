/**
 * How many short effects a second go through the outbox: `npm run bench:queue -- --help`.
 *
 * In turn: BullMQ alone, which may lose a job and may carry it out twice (the limit), and the workers as they are:
 * an order in a transaction, the relay, BullMQ, and an effect that is marked as done in one transaction. The effect
 * is a mail that is only counted.
 */
import { randomUUID } from 'node:crypto'
import { timeBareQueue } from '@called-it/infra/bench/bare-queue'
import { type BenchStores, withBenchStores } from '@called-it/infra/bench/bench-stores'
import { type Contender, contender, takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { settingFields } from '@called-it/infra/config/settings'
import { openLivePublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { fillFans, listFanIds } from '@called-it/infra/postgres/queries/simulation'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { firstConnectionTry, openRedis } from '@called-it/infra/redis/connection'
import { CONCURRENCY, startWorkers } from '../app.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'

const options = readBenchOptions({
  jobs: { full: 10_000, small: 1_000, help: 'jobs that a contender carries out in a turn' },
})

/** Orders given by one transaction. */
const ORDERS_AT_ONCE = 100

type Timed = Contender<'perSecond' | 'twice'>

await withBenchStores(async (stores) => {
  const jobs = options.size('jobs')
  await fillFans(stores.db, 1)
  const [userId = 0] = await listFanIds(stores.db, 1)
  const limit = bullContender(stores, jobs)
  const ours = outboxContender(stores, { jobs, userId })
  await takeTurns([limit, ours], options)

  const report = openReport('queue', options, stores.versions)
  report.figure('BullMQ alone', 'jobs/s', limit.series('perSecond'))
  report.figure('through the outbox', 'jobs/s', ours.series('perSecond'))
  report.ratio('outbox ÷ BullMQ', ours.series('perSecond'), limit.series('perSecond'))
  const { rows } = await stores.pool.query<{ open: number }>(
    'SELECT count(*)::integer AS open FROM outbox WHERE done_at IS NULL',
  )
  report.check('every order is marked as done', rows[0]?.open === 0)
  report.check(
    'no effect was made twice',
    ours.series('twice').every((twice) => twice === 0),
  )
  report.finish()
})

async function connect({ redisUrl }: BenchStores) {
  const redis = {
    producer: openRedis(redisUrl, 'producer', () => undefined),
    worker: openRedis(redisUrl, 'worker', () => undefined),
  }
  await firstConnectionTry(redis.producer)
  return { redis, namespace: `bench-${randomUUID()}` }
}

/** Counts what is done, and resolves when that is all. */
function counter(all: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let done = 0
  return {
    count() {
      done += 1
      if (done === all) resolve()
    },
    all: promise,
    twice: () => done - all,
  }
}

function bullContender(stores: BenchStores, jobs: number): Contender<'perSecond'> {
  return contender('BullMQ alone', async () => {
    const { redis, namespace: prefix } = await connect(stores)
    const seconds = await timeBareQueue(redis, { prefix, jobs, concurrency: CONCURRENCY.mail })
    for (const connection of Object.values(redis)) connection.disconnect()
    return { perSecond: jobs / seconds }
  })
}

function outboxContender(stores: BenchStores, { jobs, userId }: { jobs: number; userId: number }): Timed {
  return contender('through the outbox', async () => {
    const { db } = stores
    const { redis, namespace } = await connect(stores)
    const log = createLogger('bench', 'silent')
    const done = counter(jobs)
    const workers = startWorkers({
      postgres: stores,
      redis,
      namespace,
      publisher: openLivePublisher({ redis: redis.producer, channel: `${namespace}:live`, log }),
      source: openSetlistSource(db, settingFields.SETLIST_SOURCE.parse('demo')),
      importEveryMs: null,
      mailer: { send: async () => done.count(), close: () => undefined },
      letterhead: { product: 'Called It', band: { name: 'The Bench Pressings' }, texts: { footer: [] } },
      publicUrl: 'https://picks.example',
      worker: `bench-${namespace}`,
      log,
    })
    const begunAt = performance.now()
    for (let left = jobs; left > 0; left -= ORDERS_AT_ONCE) {
      await db.transaction().execute(async (trx) => {
        for (let order = 0; order < Math.min(left, ORDERS_AT_ONCE); order++) {
          await insertJob(trx, 'mail-known-address', { userId })
        }
      })
    }
    await done.all
    const perSecond = jobs / ((performance.now() - begunAt) / 1000)
    await workers.stop()
    for (const connection of Object.values(redis)) connection.disconnect()
    return { perSecond, twice: done.twice() }
  })
}
