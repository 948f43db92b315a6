/** Workers as real processes, killed and frozen at the worst moment, and with their Redis taken from them. */
import { changeAndTell } from '@called-it/infra/live/change'
import { findRun, orderRun } from '@called-it/infra/postgres/queries/runs'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings-count'
import { getTopicVersion } from '@called-it/infra/postgres/queries/topic-versions'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { openRedis } from '@called-it/infra/redis/connection'
import { GLOBAL_BOARD, topics } from '@called-it/shared/contract/live'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OwnRedis, startOwnRedis } from './testing/own-redis.ts'
import { makePredictedShow, type PredictedShow, sumOfScores } from './testing/predicted-show.ts'
import { startWorkerProcess } from './testing/worker-process.ts'

const PREDICTIONS = 20_000
/** The row of the COPY that waits, so that a worker can be met in the middle of its scoring. */
const WAITS_AT = 12_000
const BARRIER = 4_711
const LIMIT_MS = 180_000
const PATIENCE = { timeout: LIMIT_MS, interval: 50 }

let database: TestDatabase
let redis: OwnRedis
let show: PredictedShow
let urls: { databaseUrl: string; redisUrl: string }

beforeEach(async () => {
  database = await createTestDatabase()
  redis = await startOwnRedis()
  urls = { databaseUrl: database.url, redisUrl: redis.url }
  show = await makePredictedShow(database.db, PREDICTIONS)
})
afterEach(async () => {
  await redis.close()
  await database.drop()
})

const orderScore = (showId: number) =>
  changeAndTell(database.db, { publish: async () => undefined }, async (trx, changed) => {
    changed.add(topics.runs)
    const ordered = await orderRun(trx, {
      kind: 'score-show',
      order: { showId, fetchSetlist: false },
      orderedBy: null,
    })
    return ordered.runId
  })

const runRow = (runId: number) =>
  database.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()

const untilClaimed = (runId: number, claim: number) =>
  expect.poll(async () => (await runRow(runId)).claim, PATIENCE).toBeGreaterThanOrEqual(claim)

const untilDone = (runId: number) =>
  expect.poll(async () => (await findRun(database.db, runId))?.state, PATIENCE).toBe('done')

/** Everything was scored once, and everything follows from it. */
async function expectScored({ id, predictions, points }: PredictedShow): Promise<void> {
  expect(await sumOfScores(database.db, id)).toEqual({ predictions, points })
  expect(await verifyStandings(database.db)).toEqual([])
}

/** Lets every COPY of scores wait in its middle until it is opened. */
async function raiseBarrier(): Promise<{ countWaiting(): Promise<number>; open(): Promise<void> }> {
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

test('a worker that is killed in the middle of scoring, three times over', {
  timeout: LIMIT_MS,
}, async () => {
  const barrier = await raiseBarrier()
  const runId = await orderScore(show.id)
  for (let kills = 1; kills <= 3; kills += 1) {
    const worker = await startWorkerProcess(urls)
    await untilClaimed(runId, kills)
    await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
    await worker.kill()
  }
  await barrier.open()
  await startWorkerProcess(urls)
  await untilDone(runId)
  expect(await runRow(runId)).toMatchObject({ claim: 4, result: { processed: PREDICTIONS, errors: 0 } })
  await expectScored(show)
})

test('a worker that is frozen, thought dead and wakes up', { timeout: LIMIT_MS }, async () => {
  const barrier = await raiseBarrier()
  const runId = await orderScore(show.id)
  const frozen = await startWorkerProcess(urls)
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  frozen.signal('SIGSTOP')
  await startWorkerProcess(urls)
  await untilClaimed(runId, 2)
  await barrier.open()
  await untilDone(runId)
  const settled = await database.db
    .selectFrom('shows')
    .select('score_set_id')
    .where('id', '=', show.id)
    .execute()

  frozen.signal('SIGCONT')
  await expect
    .poll(
      async () => (await database.db.selectFrom('scores').select('score_set_id').distinct().execute()).length,
      PATIENCE,
    )
    .toBe(2)
  const later = await makePredictedShow(database.db, PREDICTIONS)
  await untilDone(await orderScore(later.id))
  expect(frozen.isAlive()).toBe(true)
  expect(
    await database.db.selectFrom('shows').select('score_set_id').where('id', '=', show.id).execute(),
  ).toEqual(settled)
  await expectScored(show)
  await expectScored(later)
})

test('a Redis that is emptied in the middle of scoring, and then killed', { timeout: LIMIT_MS }, async () => {
  const barrier = await raiseBarrier()
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
  await redis.start()
  await untilDone(rescore)
  await expectScored(show)
})

test('a worker that is killed between its commit and the telling', { timeout: LIMIT_MS }, async () => {
  const runId = await orderScore(show.id)
  const dying = await startWorkerProcess(urls, 'testing/dying-worker.ts')
  expect(await dying.exited).toBe('SIGKILL')
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 1 })
  await expectScored(show)
  const version = await getTopicVersion(database.db, topics.board(GLOBAL_BOARD))
  expect(version).toBe(1)

  await startWorkerProcess(urls)
  const later = await makePredictedShow(database.db, PREDICTIONS)
  await untilDone(await orderScore(later.id))
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 1 })
  expect(await getTopicVersion(database.db, topics.board(GLOBAL_BOARD))).toBe(version + 1)
  await expectScored(later)
})

test('a worker that is asked to end leaves its run to the next one', { timeout: LIMIT_MS }, async () => {
  const barrier = await raiseBarrier()
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
