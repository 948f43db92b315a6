/** A change without its event: the worker dies between commit and publish, or Redis is away at that moment. */

import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { enqueueScoring, readRun } from '../support/scoring-runs.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PREDICTIONS = 500
const CURRENT = { timeout: 3_000, interval: 20 }

const system = await systemOfFile({ gateways: 2, workers: 0 })
const { db } = system.database
const pages = await Promise.all(system.gateways.map((gateway) => gateway.openPage()))

const board = topics.board(GLOBAL_BOARD)
const boardVersion = () => getTopicVersion(db, board)

/** Every page shows the last version of the board and of a show within 3 s. */
async function expectCurrent(showId: number): Promise<void> {
  const version = await boardVersion()
  await expect.poll(() => pages.map((page) => page.shows(board)), CURRENT).toEqual(pages.map(() => version))
  await expect.poll(() => pages.every((page) => page.shows(topics.show(showId)) > 0), CURRENT).toBe(true)
}

// F22, both guarded by the versions that each gateway reads once a second (`gateway/realtime/topic-watcher.ts`): without them no page
// ever shows the change.
test('updates pages when a worker dies between commit and publish', LIMIT, async () => {
  const show = await makePredictedShow(db, PREDICTIONS)
  const before = await boardVersion()
  const runId = await enqueueScoring(db, show.id)
  const dying = await system.startWorkers('dying-worker')
  await expect.poll(() => dying.isAlive(), PATIENCE).toBe(false)
  expect(await readRun(db, runId)).toMatchObject({ state: 'done', claim: 1 })
  expect(await boardVersion()).toBe(before + 1)
  await expectCurrent(show.id)

  await system.startWorkers()
  await expectConsistent(system, { pages })
  expect(await readRun(db, runId)).toMatchObject({ state: 'done', claim: 1 })
})

test('updates pages when Redis goes away before the commit', LIMIT, async () => {
  const show = await makePredictedShow(db, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', 'NEW.user_id = 1')
  const runId = await enqueueScoring(db, show.id)
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  await system.redis.kill()
  await barrier.open()
  await expect.poll(async () => (await readRun(db, runId)).state, PATIENCE).toBe('done')
  await expectCurrent(show.id)
  await system.redis.restart()
  await expectConsistent(system, { pages })
})
