/** Workers as real processes, killed and frozen at the worst moment, and with their servers taken from them. */
import { isLongRun } from '@called-it/infra/embedded/long-run'
import { startPostgres } from '@called-it/infra/embedded/postgres'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/infra/embedded/temporary-data-dir'
import { changeAndTell } from '@called-it/infra/live/change'
import { type Database, openPostgres } from '@called-it/infra/postgres/client'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { findRun, orderRun } from '@called-it/infra/postgres/queries/runs'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings-count'
import { getTopicVersion } from '@called-it/infra/postgres/queries/topic-versions'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { openRedis } from '@called-it/infra/redis/connection'
import { type MortalRedis, startMortalRedis } from '@called-it/infra/redis/test-redis-server'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openPage, startGatewayProcess } from './testing/gateway-process.ts'
import { makePredictedShow, type PredictedShow, sumOfScores } from './testing/predicted-show.ts'
import { startWorkerProcess } from './testing/worker-process.ts'

const PREDICTIONS = 20_000
/** The fan whose score waits, so that a worker can be met in the middle of its scoring. */
const WAITS_AT = 12_000
const BARRIER = 4_711
const LIMIT_MS = 180_000
const PATIENCE = { timeout: LIMIT_MS, interval: 50 }

let database: TestDatabase
let redis: MortalRedis
let show: PredictedShow
let urls: { databaseUrl: string; redisUrl: string }

beforeAll(async () => {
  database = await createTestDatabase()
  await buildBarrier()
})
afterAll(() => database.drop())
beforeEach(async () => {
  redis = await startMortalRedis()
  urls = { databaseUrl: database.url, redisUrl: redis.url }
  show = await makePredictedShow(database.db, PREDICTIONS)
})
afterEach(() => redis.remove())

/** Lets every COPY of scores wait in its middle while the barrier is closed. */
async function buildBarrier(): Promise<void> {
  await sql
    .raw(`
      CREATE FUNCTION wait_at_barrier() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(${BARRIER}); RETURN NEW; END'`)
    .execute(database.db)
  await sql
    .raw(`
      CREATE TRIGGER barrier BEFORE INSERT ON scores FOR EACH ROW
      WHEN (NEW.user_id = ${WAITS_AT}) EXECUTE FUNCTION wait_at_barrier()`)
    .execute(database.db)
}

type Barrier = { countWaiting(): Promise<number>; open(): Promise<void> }

/** Closes the barrier, until the test opens it or ends. */
async function closeBarrier(): Promise<Barrier> {
  const holder = await database.pool.connect()
  let isOpen = false
  await holder.query(`SELECT pg_advisory_lock(${BARRIER})`)
  async function open(): Promise<void> {
    if (isOpen) return
    isOpen = true
    await holder.query(`SELECT pg_advisory_unlock(${BARRIER})`)
    holder.release()
  }
  onTestFinished(open)
  return {
    open,
    async countWaiting() {
      const { rows } = await holder.query(
        `SELECT count(*)::integer AS waiting FROM pg_locks
         WHERE locktype = 'advisory' AND objid = ${BARRIER} AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      return rows[0].waiting
    },
  }
}

function orderScore(showId: number, db: Database = database.db): Promise<number> {
  return changeAndTell(db, { publish: async () => undefined }, async (trx, changed) => {
    changed.add(topics.runs)
    const order = { showId, fetchSetlist: false }
    return (await orderRun(trx, { kind: 'score-show', order, orderedBy: null })).runId
  })
}

const runRow = (runId: number) =>
  database.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()

const untilClaimed = (runId: number, claim: number) =>
  expect.poll(async () => (await runRow(runId)).claim, PATIENCE).toBeGreaterThanOrEqual(claim)

const untilDone = (runId: number, db: Database = database.db) =>
  expect.poll(async () => (await findRun(db, runId).catch(() => null))?.state, PATIENCE).toBe('done')

const boardVersion = () => getTopicVersion(database.db, topics.board(GLOBAL_BOARD))

async function currentSet(showId: number): Promise<number | null> {
  const row = await database.db
    .selectFrom('shows')
    .select('score_set_id')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  return row.score_set_id
}

/** How many sets of a show have scores, those that never counted among them. */
async function countFilledSets(showId: number): Promise<number> {
  const sets = await database.db
    .selectFrom('score_sets')
    .innerJoin('scores', 'scores.score_set_id', 'score_sets.id')
    .select('score_sets.id')
    .distinct()
    .where('score_sets.show_id', '=', showId)
    .execute()
  return sets.length
}

/** Everything was scored once, and everything follows from it. */
async function expectScored(
  { id, predictions, points }: PredictedShow,
  db: Database = database.db,
): Promise<void> {
  expect(await sumOfScores(db, id)).toEqual({ predictions, points })
  expect(await verifyStandings(db)).toEqual([])
}

test('a worker that is killed in the middle of scoring', { timeout: LIMIT_MS }, async () => {
  const barrier = await closeBarrier()
  const runId = await orderScore(show.id)
  const most = isLongRun ? 3 : 1
  for (let kills = 1; kills <= most; kills += 1) {
    const worker = await startWorkerProcess(urls)
    await untilClaimed(runId, kills)
    await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
    await worker.kill()
  }
  await barrier.open()
  await startWorkerProcess(urls)
  await untilDone(runId)
  expect(await runRow(runId)).toMatchObject({
    claim: most + 1,
    result: { processed: PREDICTIONS, errors: 0 },
  })
  await expectScored(show)
})

test.runIf(isLongRun)(
  'a worker that is frozen, thought dead and wakes up',
  { timeout: LIMIT_MS },
  async () => {
    const barrier = await closeBarrier()
    const runId = await orderScore(show.id)
    const frozen = await startWorkerProcess(urls)
    await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
    frozen.signal('SIGSTOP')
    await startWorkerProcess(urls)
    await untilClaimed(runId, 2)
    await barrier.open()
    await untilDone(runId)
    const settled = await currentSet(show.id)

    frozen.signal('SIGCONT')
    await expect.poll(() => countFilledSets(show.id), PATIENCE).toBe(2)
    const later = await makePredictedShow(database.db, PREDICTIONS)
    await untilDone(await orderScore(later.id))
    expect(frozen.isAlive()).toBe(true)
    expect(await currentSet(show.id)).toBe(settled)
    await expectScored(show)
    await expectScored(later)
  },
)

test.runIf(isLongRun)(
  'a Redis that is emptied in the middle of scoring, and then killed',
  { timeout: LIMIT_MS },
  async () => {
    const barrier = await closeBarrier()
    const runId = await orderScore(show.id)
    await startWorkerProcess(urls)
    await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
    const emptying = openRedis(redis.url, 'subscriber', () => undefined)
    onTestFinished(() => emptying.disconnect())
    await emptying.flushall()
    await barrier.open()
    await untilDone(runId)
    expect(await runRow(runId)).toMatchObject({ claim: 1 })
    await expectScored(show)

    await redis.kill()
    const rescore = await orderScore(show.id)
    await redis.revive()
    await untilDone(rescore)
    await expectScored(show)
  },
)

test.runIf(isLongRun)(
  'a worker that is killed between its commit and the telling',
  { timeout: LIMIT_MS },
  async () => {
    const before = await boardVersion()
    const page = await openPage(await startGatewayProcess(urls))
    const runId = await orderScore(show.id)
    const dying = await startWorkerProcess(urls, 'testing/dying-worker.ts')
    expect(await dying.exited).toBe('SIGKILL')
    expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 1 })
    await expectScored(show)
    expect(await boardVersion()).toBe(before + 1)
    // Nobody told the gateway: it reads the versions by itself, every second.
    await expect.poll(() => page.heard.get(topics.board(GLOBAL_BOARD)), PATIENCE).toBe(before + 1)
    await expect.poll(() => page.heard.has(topics.show(show.id)), PATIENCE).toBe(true)

    await startWorkerProcess(urls)
    const later = await makePredictedShow(database.db, PREDICTIONS)
    await untilDone(await orderScore(later.id))
    expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 1 })
    expect(await boardVersion()).toBe(before + 2)
    await expect.poll(() => page.heard.get(topics.board(GLOBAL_BOARD)), PATIENCE).toBe(before + 2)
    await expectScored(later)
  },
)

test.runIf(isLongRun)('a worker that is asked to end leaves its run', { timeout: LIMIT_MS }, async () => {
  const barrier = await closeBarrier()
  const runId = await orderScore(show.id)
  const worker = await startWorkerProcess(urls)
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  worker.signal('SIGTERM')
  expect(await worker.exited).toBe(0)
  expect(await runRow(runId)).toMatchObject({ state: 'queued' })
  await barrier.open()
  await startWorkerProcess(urls)
  await untilDone(runId)
  await expectScored(show)
})

test.runIf(isLongRun)('a Redis that is full', { timeout: LIMIT_MS }, async () => {
  const filling = openRedis(redis.url, 'subscriber', () => undefined)
  onTestFinished(() => filling.disconnect())
  await startWorkerProcess(urls)
  await filling.config('SET', 'maxmemory', '1')
  const runId = await orderScore(show.id)
  const { payload } = await database.db
    .selectFrom('outbox')
    .select('payload')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  expect(payload).toEqual({ runId })
  await filling.config('SET', 'maxmemory', '0')
  await untilDone(runId)
  await expectScored(show)
})

test.runIf(isLongRun)('a Postgres that is killed and comes back', { timeout: LIMIT_MS }, async () => {
  const dataDir = await makeTemporaryDataDir()
  const server = await startPostgres({ dataDir, log: () => undefined })
  onTestFinished(async () => {
    await server.stop()
    await removeTemporaryDataDir(dataDir)
  })
  await migrateToLatest(server.url, () => undefined)
  const postgres = openPostgres({ url: server.url, program: 'test', onConnectionError: () => undefined })
  onTestFinished(() => postgres.close())
  const own = await makePredictedShow(postgres.db, PREDICTIONS)
  const worker = await startWorkerProcess({ ...urls, databaseUrl: server.url })
  const runId = await orderScore(own.id, postgres.db)
  const { rows } = await postgres.pool.query(`SELECT pg_read_file('postmaster.pid') AS file`)
  process.kill(Number(rows[0].file.split('\n')[0]), 'SIGKILL')
  await untilDone(runId, postgres.db)
  await expectScored(own, postgres.db)
  const rescore = await orderScore(own.id, postgres.db)
  await untilDone(rescore, postgres.db)
  await expectScored(own, postgres.db)
  expect(worker.isAlive()).toBe(true)
})
