/** A relay that is killed after it has handed jobs to the queue, and before it has noted that. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { closeBarrier } from './testing/barrier.ts'
import { expectWhole, LIMIT, PATIENCE } from './testing/expect-whole.ts'
import { countFilledSets, orderScoring, readRun } from './testing/orders.ts'
import { makePredictedShows } from './testing/predicted-show.ts'
import { type System, startSystem } from './testing/system.ts'

const PREDICTIONS = 500

let system: System
beforeAll(async () => {
  system = await startSystem({ database: await createTestDatabase(), gateways: 0, workers: 1 })
}, LIMIT.timeout)
afterAll(() => system.stop(), LIMIT.timeout)

test('a job that is handed over twice is carried out once', LIMIT, async () => {
  const { db } = system.database
  const shows = await makePredictedShows(db, 3, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'UPDATE ON outbox', 'NEW.attempt > OLD.attempt')
  const runIds = await Promise.all(shows.map(({ id }) => orderScoring(db, id)))
  await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
  await system.workers[0]?.kill()
  await barrier.open()
  await system.startWorkers()
  await expectWhole(system)
  for (const runId of runIds) expect(await readRun(db, runId)).toMatchObject({ state: 'done' })
  for (const { id } of shows) expect(await countFilledSets(db, id)).toBe(1)
})
