import { insertImportIfDue } from '@called-it/infra/postgres/queries/catalogue/import-runs'
import { openRedis } from '@called-it/infra/redis/connection'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSong } from '@called-it/tests/support/factories/catalogue'
import { startKillableRedis } from '@called-it/tests/support/killable-redis'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import {
  type WorkerBench,
  type WorkerPlace,
  workersOfTest,
} from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const HOUR_IN_MS = 3_600_000

const database = await databaseOfFile()
beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'runs', 'outbox')
})

const listRuns = () =>
  database.db.selectFrom('runs').select(['kind', 'order', 'ordered_by', 'state']).orderBy('id').execute()

/** Stopped when the test has finished; the source has the stored songs, at least one. */
async function start(place: Omit<WorkerPlace, 'database'>): Promise<WorkerBench> {
  const workers = workersOfTest({ database, ...place })
  await makeSong(database.db)
  workers.source.listSongs = async () => {
    const songs = await database.db
      .selectFrom('songs')
      .select(['source_id as sourceId', 'slug', 'name'])
      .execute()
    return songs.map((song) => ({ ...song, timesPlayed: null, gap: null, lastPlayed: null }))
  }
  return workers
}

async function openProducer(url: string) {
  const redis = openRedis(url, 'producer', () => undefined)
  onTestFinished(() => redis.disconnect())
  await expect.poll(() => redis.status).toBe('ready')
  return redis
}

describe('import schedule', () => {
  test('imports the catalogue once when two workers start together', async () => {
    const { url, prefix } = testRedis()
    const place = { redisUrl: url, namespace: prefix, importEveryMs: HOUR_IN_MS }
    const first = await start(place)
    await start(place)
    const done = { kind: 'import-catalogue', order: { notebookOnly: false }, ordered_by: null, state: 'done' }
    await expect.poll(listRuns).toEqual([done])
    await first.stop()
    const producer = await openProducer(url)
    await producer.del(`${prefix}:ticks:repeat`)
    const restarted = await start(place)
    await expect.poll(() => producer.exists(`${prefix}:ticks:repeat`)).toBe(1)
    await restarted.stop()
    expect(await listRuns()).toEqual([done])
  })

  test('continues after Redis was emptied and ends when it is switched off', async () => {
    const redis = await startKillableRedis()
    onTestFinished(() => redis.remove())
    const place = { redisUrl: redis.url, namespace: 'ticking' }
    const ticking = await start({ ...place, importEveryMs: 1_000 })
    await expect.poll(async () => (await listRuns()).length).toBeGreaterThan(1)
    const producer = await openProducer(redis.url)
    await producer.flushall()
    const before = (await listRuns()).length
    await expect.poll(async () => (await listRuns()).length).toBeGreaterThan(before + 1)
    await ticking.stop()

    expect(await producer.exists('ticking:ticks:repeat')).toBe(1)
    await start(place)
    await expect.poll(() => producer.exists('ticking:ticks:repeat')).toBe(0)
  })
})

describe('import tick', () => {
  const tick = () => database.db.transaction().execute((trx) => insertImportIfDue(trx, HOUR_IN_MS))
  const age = (minutes: number) =>
    sql`UPDATE runs SET created_at = now() - make_interval(mins => ${minutes})`.execute(database.db)
  const end = () =>
    sql`UPDATE runs SET state = 'failed', error = '{"message": "down", "code": "source_failed"}', ended_at = now()`.execute(
      database.db,
    )

  test('enqueues one import when twenty ticks come at once', async () => {
    const ticks = await Promise.all(Array.from({ length: 20 }, tick))
    expect(ticks.filter((ordered) => ordered)).toHaveLength(1)
    const outbox = await database.db.selectFrom('outbox').select('job').execute()
    expect(outbox).toEqual([{ job: 'import-catalogue' }])
  })

  test.each([
    [29, 1],
    [31, 2],
  ])('keeps to its hourly interval: after %i minutes there are %i runs', async (minutes, runs) => {
    await tick()
    await end()
    await age(minutes)
    await tick()
    expect(await listRuns()).toHaveLength(runs)
  })

  test('enqueues nothing while an import is queued, however old it is', async () => {
    await tick()
    await age(600)
    await tick()
    expect(await listRuns()).toHaveLength(1)
  })

  test('does not count an import of the notebook', async () => {
    await tick()
    await end()
    await sql`UPDATE runs SET kind = 'update-notebook', "order" = '{}'`.execute(database.db)
    await tick()
    expect(await listRuns()).toHaveLength(2)
  })
})
