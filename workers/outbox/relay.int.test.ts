import { createLogger } from '@called-it/infra/observability/log'
import { type DueJob, insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Relay, type RelayParts, startRelay } from './relay.ts'

/** Polling does not happen within a test. */
const NEVER_MS = 3_600_000
const OFTEN_MS = 10

const database = await databaseOfFile()
beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
})

const order = () =>
  database.db.transaction().execute((trx) => insertJob(trx, 'mail-verification', { userId: 1 }))

/** Without a notification. */
const orderSilently = (count: number) =>
  sql`INSERT INTO outbox (job, payload) SELECT 'sweep', '{}' FROM generate_series(1, ${count}::integer)`.execute(
    database.db,
  )

const countStamped = async () =>
  (await database.db.selectFrom('outbox').select('id').where('enqueued_at', 'is not', null).execute()).length

/** A relay with a fake queue and its log. */
function start(given: Partial<RelayParts> = {}) {
  const enqueued: DueJob[] = []
  const batches: number[] = []
  const lines: { level: string; msg: string; err?: { message: string } }[] = []
  const polls = { count: 0 }
  const relay: Relay = startRelay({
    db: database.db,
    pool: database.pool,
    queues: {
      async add(queued) {
        batches.push(queued.length)
        enqueued.push(...queued)
      },
      close: async () => undefined,
    },
    loss: {
      async recover() {
        polls.count += 1
      },
    },
    log: createLogger('relay', 'info', { write: (line) => lines.push(JSON.parse(line)) }),
    ...given,
  })
  onTestFinished(() => relay.stop())
  return {
    enqueued,
    batches,
    polls,
    stop: () => relay.stop(),
    messages: () => lines.map(({ level, msg, err }) => [level, msg, err?.message]),
  }
}

/** Resolves once the relay's connection listens. */
async function untilListening(): Promise<void> {
  const listening = sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`
  await expect.poll(async () => (await listening.execute(database.db)).rows.length).toBe(1)
}

test('enqueues a job once when Postgres notifies of it', async () => {
  const { enqueued, messages } = start({ pollMs: NEVER_MS })
  await untilListening()
  const ids = [await order(), await order()]
  await expect.poll(() => enqueued.length).toBe(2)
  expect(enqueued.map(({ outboxId, job, attempt }) => [outboxId, job, attempt])).toEqual(
    ids.map((id) => [id, 'mail-verification', 1]),
  )
  await expect.poll(countStamped).toBe(2)
  expect(messages()).toEqual([])
})

test('finds a job without a notification', async () => {
  const { enqueued, polls } = start({ pollMs: OFTEN_MS })
  await expect.poll(() => polls.count).toBeGreaterThan(0)
  await orderSilently(1)
  await expect.poll(() => enqueued.length).toBe(1)
})

test('enqueues several batches without a pause, then waits', async () => {
  await orderSilently(250)
  const { batches, polls } = start({ pollMs: NEVER_MS })
  await expect.poll(countStamped).toBe(250)
  expect(batches).toEqual([100, 100, 50])
  await untilListening()
  const { count } = polls
  for (let asked = 0; asked < 20; asked += 1) await countStamped()
  expect(polls.count).toBe(count)
  expect(count).toBe(3)
})

test('leaves jobs open while Redis is away and logs the outage once', async () => {
  let isAway = true
  const tried: number[] = []
  const { messages } = start({
    pollMs: OFTEN_MS,
    queues: {
      async add(queued) {
        tried.push(queued.length)
        if (isAway) throw new Error('Redis is away')
      },
      close: async () => undefined,
    },
  })
  await order()
  await expect.poll(() => tried.length).toBeGreaterThan(2)
  expect(await countStamped()).toBe(0)
  isAway = false
  await expect.poll(countStamped).toBe(1)
  await expect.poll(() => messages().length).toBe(2)
  await order()
  await expect.poll(countStamped).toBe(2)
  expect(messages()).toEqual([
    ['warn', 'relay cannot enqueue jobs', 'Redis is away'],
    ['info', 'relay has recovered', undefined],
  ])
})

test('completes the current batch on stop and takes no further jobs', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const added: number[] = []
  const { stop, polls } = start({
    pollMs: NEVER_MS,
    queues: {
      async add(queued) {
        added.push(queued.length)
        await taken
      },
      close: async () => undefined,
    },
  })
  await untilListening()
  await order()
  await expect.poll(() => added).toEqual([1])
  let hasStopped = false
  const stopping = stop().then(() => {
    hasStopped = true
  })
  const listening = sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
  await expect.poll(async () => (await listening.execute(database.db)).rows.length).toBe(0)
  expect(hasStopped).toBe(false)
  take()
  await stopping
  expect(await countStamped()).toBe(1)
  const { count } = polls
  await order()
  expect(await countStamped()).toBe(1)
  expect([added.length, polls.count]).toEqual([1, count])
})

test('reconnects and logs a broken LISTEN connection', async () => {
  const { enqueued, messages } = start({ pollMs: NEVER_MS })
  await untilListening()
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%'`.execute(database.db)
  await expect
    .poll(messages)
    .toEqual([['warn', 'LISTEN failed, the outbox is polled only', expect.stringContaining('terminat')]])
  await untilListening()
  await order()
  await expect.poll(() => enqueued.length).toBe(1)
})
