import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { startKillablePostgres } from '@called-it/tests/support/killable-postgres'
import { enqueueScoring, readRun } from '@called-it/tests/support/scoring-runs'
import { testRedis } from '@called-it/tests/support/test-redis'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { expect, onTestFinished, test } from 'vitest'

/** From the first accepted connection on. */
const TAKEN_UP = { timeout: 5_000, interval: 20 }

const TIMEOUT_MS = 120_000

test('takes a run up within 5 s of each return of Postgres', { timeout: TIMEOUT_MS }, async () => {
  const postgres = await startKillablePostgres()
  onTestFinished(() => postgres.drop())
  const { db } = postgres
  const song = await makeSong(db)
  // The poller reads the source of newer shows whose picks are closed.
  const show = await makeShow(db, { daysFromToday: -3 })
  const { id: userId } = await makeUser(db)
  await makePrediction(db, { showId: show.id, userId, picks: { set1: [song.id] } })
  const { url: redisUrl, prefix: namespace } = testRedis()
  const workers = [0, 1].map(() => workersOfTest({ database: postgres, redisUrl, namespace }))

  const requests: PromiseWithResolvers<void>[] = []
  for (const { source } of workers) {
    source.findSetlist = async () => {
      const request = Promise.withResolvers<void>()
      requests.push(request)
      await request.promise
      return setlistAtSource(show, { 1: [song] })
    }
  }
  const runId = await enqueueScoring(db, show.id, { fetchSetlist: true })
  await expect.poll(() => requests.length, TAKEN_UP).toBe(1)
  for (const crashes of [1, 2]) {
    await postgres.kill()
    requests[crashes - 1]?.resolve()
    await postgres.restart()
    await expect.poll(() => requests.length, TAKEN_UP).toBe(crashes + 1)
    expect(await readRun(db, runId)).toMatchObject({ state: 'running', claim: crashes + 1 })
  }
  requests[2]?.resolve()
  await expect
    .poll(() => readRun(db, runId), TAKEN_UP)
    .toMatchObject({
      state: 'done',
      result: { processed: 1, errors: 0 },
    })
  expect(requests).toHaveLength(3)
})
