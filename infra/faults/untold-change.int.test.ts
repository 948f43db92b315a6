/** A change that nobody tells: its worker dies between the commit and the telling, or Redis is away just then. */
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../embedded/long-run.ts'
import { getTopicVersion } from '../postgres/queries/live/topic-versions.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { closeBarrier } from './testing/barrier.ts'
import { expectWhole, LIMIT, PATIENCE } from './testing/expect-whole.ts'
import { orderScoring, readRun } from './testing/orders.ts'
import type { Page } from './testing/page.ts'
import { makePredictedShow } from './testing/predicted-show.ts'
import { type System, startSystem } from './testing/system.ts'

const PREDICTIONS = 500
const CURRENT = { timeout: 3_000, interval: 20 }

let system: System
let pages: Page[]
beforeAll(async () => {
  if (!isLongRun) return
  system = await startSystem({ database: await createTestDatabase(), gateways: 2, workers: 0 })
  pages = await Promise.all(system.gateways.map((gateway) => gateway.openPage()))
}, LIMIT.timeout)
afterAll(() => system?.stop(), LIMIT.timeout)

const board = topics.board(GLOBAL_BOARD)
const boardVersion = () => getTopicVersion(system.database.db, board)

/** Every page shows the last version of the board and of a show within 3 s. */
async function expectCurrent(showId: number): Promise<void> {
  const version = await boardVersion()
  await expect.poll(() => pages.map((page) => page.shows(board)), CURRENT).toEqual(pages.map(() => version))
  await expect.poll(() => pages.every((page) => page.shows(topics.show(showId)) > 0), CURRENT).toBe(true)
}

// F22, both guarded by the versions that each gateway reads once a second (`gateway/hub/topic-watcher.ts`): without them no page
// ever hears of the change.
test.runIf(isLongRun)('a worker that dies between its commit and the telling', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  const before = await boardVersion()
  const runId = await orderScoring(db, show.id)
  const dying = await system.startWorkers('workers/testing/dying-worker.ts')
  await expect.poll(() => dying.isAlive(), PATIENCE).toBe(false)
  expect(await readRun(db, runId)).toMatchObject({ state: 'done', claim: 1 })
  expect(await boardVersion()).toBe(before + 1)
  await expectCurrent(show.id)

  await system.startWorkers()
  await expectWhole(system, { pages })
  expect(await readRun(db, runId)).toMatchObject({ state: 'done', claim: 1 })
})

test.runIf(isLongRun)('a Redis that goes away before the commit', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', 'NEW.user_id = 1')
  const runId = await orderScoring(db, show.id)
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  await system.redis.kill()
  await barrier.open()
  await expect.poll(async () => (await readRun(db, runId)).state, PATIENCE).toBe('done')
  await expectCurrent(show.id)
  await system.redis.revive()
  await expectWhole(system, { pages })
})
