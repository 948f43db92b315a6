import { setTimeout as wait } from 'node:timers/promises'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { describe, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeShow } from '../support/factories/catalogue.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShow, makePredictedShows } from '../support/predicted-show.ts'
import { startSaving } from '../support/saving.ts'
import { enqueueScoring, readRun } from '../support/scoring-runs.ts'
import { systemOfFile } from '../support/system-of-file.ts'

/** Less than the lease, after which a job is enqueued again in any case. */
const SOON = { timeout: 15_000, interval: 50 }
const RESUMES_MS = 3_000
const CROWD = 50

const system = await systemOfFile()
const { db } = system.database
await makePredictedShow(db, CROWD)
const openShow = await makeShow(db)
const songIds = (await db.selectFrom('songs').select('id').execute()).map(({ id }) => id)
const users = [await system.logIn('user'), await system.logIn('user'), await system.logIn('user')]
const admin = await system.logIn('admin')

const save = () => startSaving(system, { users, showIds: [openShow.id], songIds })

async function scoreNewShows(count: number): Promise<number[]> {
  const shows = await makePredictedShows(db, count, CROWD)
  return Promise.all(shows.map(({ id }) => enqueueScoring(db, id)))
}

// F5, guarded by the relay, which reopens the jobs of a lost queue (`workers/outbox/relay.ts`, `queue-loss.ts`): without it jobs
// wait for their lease, 30 s or more.
test('refills an emptied Redis from the outbox and keeps users logged in', LIMIT, async () => {
  const page = await system.gateways[0]?.openPage()
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', 'NEW.user_id = 1')
  const runIds = await scoreNewShows(6)
  const waiting = () =>
    db
      .selectFrom('outbox')
      .innerJoin('runs', 'runs.id', 'outbox.run_id')
      .select('outbox.enqueued_at')
      .where('outbox.run_id', 'in', runIds)
      .where('runs.state', '=', 'queued')
      .execute()
  // Two are running, and the others are in the queue.
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(2)
  await expect
    .poll(async () => (await waiting()).every((job) => job.enqueued_at !== null), PATIENCE)
    .toBe(true)
  const saving = save()
  const wipedAt = await getDatabaseTime(db)
  await system.wipeRedis()
  await expect
    .poll(async () => (await waiting()).filter((job) => !job.enqueued_at || job.enqueued_at < wipedAt), SOON)
    .toEqual([])
  await barrier.open()
  await saving.stop()
  const me = await system.send('GET', '/api/auth/me', { as: admin.cookie })
  expect(me).toMatchObject({ status: 200, json: { id: admin.id } })
  expect(saving.refused).toEqual([])
  await expectConsistent(system, { saves: saving.acknowledged(), pages: page ? [page] : [] })
})

// F6, guarded by rate limits that fall back to memory (`gateway/auth/rate-limits.ts`): without it no save succeeds.
test.runIf(isLongRun)('saves picks while Redis is full and scores afterwards', LIMIT, async () => {
  const show = await makePredictedShow(db, CROWD)
  await system.limitRedis(1)
  const scoring = system.send('POST', `/api/admin/shows/${show.id}/score`, {
    as: admin.cookie,
    json: { fetchSetlist: false, closePicks: true },
  })
  const saving = save()
  await expect.poll(saving.count, PATIENCE).toBeGreaterThan(20)
  await saving.stop()
  expect([saving.refused, saving.repeats()]).toEqual([[], 0])
  await system.limitRedis(0)
  expect([200, 202]).toContain((await scoring).status)
  await expectConsistent(system, { saves: saving.acknowledged() })
})

// F4, guarded by the reconnect delay of 1 s at most (`infra/redis/connection.ts`): with an unbounded delay it took
// 12 s.
describe.runIf(isLongRun).each([300, 3_000, 12_000])('an outage of %i ms', (ms) => {
  test.each(['idle', 'busy'])('is over for %s workers within 3 s', LIMIT, async (how) => {
    const saving = how === 'busy' ? save() : null
    if (how === 'busy') await scoreNewShows(6)
    await system.redis.kill()
    const show = await makePredictedShow(db, CROWD)
    const runId = await enqueueScoring(db, show.id)
    // The outage is the fault under test.
    await wait(ms)
    await system.redis.restart()
    const backAt = await getDatabaseTime(db)
    const startedAt = await expect
      .poll(async () => (await readRun(db, runId)).started_at, PATIENCE)
      .not.toBeNull()
      .then(async () => (await readRun(db, runId)).started_at)
    expect(Number(startedAt) - Number(backAt)).toBeLessThan(RESUMES_MS)
    await saving?.stop()
    expect([saving?.refused ?? [], saving?.repeats() ?? 0]).toEqual([[], 0])
    await expectConsistent(system, { saves: saving?.acknowledged() ?? [] })
  })
})
