import { type JobName, jobs } from '@called-it/shared/contract/jobs'
import {
  payloadVersions,
  todaysPayloads,
  withUnknownFields,
} from '@called-it/shared/contract/testing/payload-versions'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentRequestContext, NO_REQUEST_CONTEXT } from '../context/request-context.ts'
import { PATIENT } from '../embedded/patience.ts'
import { testRedis } from '../embedded/test-redis.ts'
import { jobNames } from '../postgres/queries/outbox.ts'
import { openRedis, type RedisRole } from '../redis/connection.ts'
import { keepQueues, openQueues } from './queues.ts'
import { type JobContext, type JobHandlers, startQueueWorkers } from './worker.ts'

const { url } = testRedis()
const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function connect(role: RedisRole) {
  const redis = openRedis(url, role, () => undefined)
  cleanUps.push(() => redis.disconnect())
  await vi.waitFor(() => expect(redis.status).toBe('ready'), PATIENT)
  return redis
}

/** Puts jobs into their queues as another version wrote them. */
async function openHand(namespace: string) {
  const queues = keepQueues<string>(await connect('producer'), { namespace, onError: () => undefined })
  cleanUps.push(() => queues.close())
  return {
    put: async (job: string, queue: string, data: unknown) => (await queues.ready(queue)).add(job, data),
  }
}

type Taken = { job: JobName; payload: unknown; context: JobContext; requestId: string | null }

/** A worker of today that notes what it takes, and does nothing else. */
async function startWorker(namespace: string) {
  const taken: Taken[] = []
  const onFailure = vi.fn(async () => undefined)
  const note = (job: JobName) => async (payload: unknown, context: JobContext) => {
    taken.push({ job, payload, context, requestId: currentRequestContext().requestId })
  }
  const handlers: JobHandlers = {
    'score-show': note('score-show'),
    'test-score-show': note('test-score-show'),
    'reset-scores': note('reset-scores'),
    'import-catalogue': note('import-catalogue'),
    'import-setlist': note('import-setlist'),
    'look-up-setlist': note('look-up-setlist'),
    'preview-scores': note('preview-scores'),
    'move-show': note('move-show'),
    'mail-verification': note('mail-verification'),
    'mail-known-address': note('mail-known-address'),
    'mail-password-reset': note('mail-password-reset'),
    'mail-password-changed': note('mail-password-changed'),
    sweep: note('sweep'),
  }
  const workers = startQueueWorkers({
    name: 'a worker of today',
    redis: await connect('worker'),
    namespace,
    handlers,
    concurrency: { runs: 1, mail: 1, care: 1 },
    onError: () => undefined,
    onFailure,
  })
  cleanUps.push(() => workers.close())
  return { taken, onFailure }
}

const byJob = (a: { job: string }, b: { job: string }) => a.job.localeCompare(b.job)

describe.each(payloadVersions)('a job of $name', (version) => {
  test.each([
    { how: 'as it is', written: (data: unknown) => data },
    { how: 'with fields that today has not', written: withUnknownFields },
  ])('is carried out by a worker of today, $how', async ({ written }) => {
    const namespace = testRedis().prefix
    const { put } = await openHand(namespace)
    const { taken, onFailure } = await startWorker(namespace)
    const envelope = version.queued[0] ?? expect.fail('nothing was queued')
    const names = jobNames().filter((job) => version.jobs[job])
    for (const job of names) {
      await put(job, jobs[job].queue, written({ ...envelope, payload: version.jobs[job]?.[0] }))
    }
    await vi.waitFor(() => expect(taken).toHaveLength(names.length), PATIENT)
    expect(taken.sort(byJob)).toEqual(
      names
        .map((job) => ({
          job,
          payload: jobs[job].payload.parse(version.jobs[job]?.[0]),
          context: { outboxId: envelope.outboxId, attempt: envelope.attempt },
          requestId: envelope.requestId ?? null,
        }))
        .sort(byJob),
    )
    expect(onFailure).not.toHaveBeenCalled()
  })
})

test('a job that only a newer program knows is left, whatever it looks like, and the next one is taken', async () => {
  const namespace = testRedis().prefix
  const { put } = await openHand(namespace)
  const { taken, onFailure } = await startWorker(namespace)
  const hand = keepQueues<string>(await connect('producer'), { namespace, onError: () => undefined })
  cleanUps.push(() => hand.close())
  const [envelope] = todaysPayloads.queued
  await put('bake-cake', 'mail', { ...envelope, payload: { cakes: 3 } })
  await put('bake-cake', 'mail', { order: { of: 'another shape' } })
  await put('mail-verification', 'mail', { ...envelope, payload: { userId: 7 } })
  await vi.waitFor(() => expect(taken.map(({ job }) => job)).toEqual(['mail-verification']), PATIENT)
  expect(onFailure).not.toHaveBeenCalled()
  expect(await (await hand.ready('mail')).getFailedCount()).toBe(0)
})

test('what is queued today has the shape that the newest file has', async () => {
  const namespace = testRedis().prefix
  const redis = await connect('producer')
  const queues = openQueues(redis, { namespace, onError: () => undefined })
  const hand = keepQueues<string>(redis, { namespace, onError: () => undefined })
  cleanUps.push(() => Promise.all([queues.close(), hand.close()]).then(() => undefined))
  const [followed, bare] = todaysPayloads.queued
  const written = { outboxId: 'a-row', attempt: 1, payload: { userId: 7 } }
  await queues.add([
    { job: 'mail-verification', ...written, requestId: 'req-1', traceparent: 'a-span' },
    { job: 'sweep', ...written, ...NO_REQUEST_CONTEXT },
  ])
  const shapeOf = (data: object = {}) =>
    Object.entries(data)
      .map(([field, value]) => `${field}: ${value === null ? 'null' : typeof value}`)
      .sort()
  const lying = async (queue: string) =>
    (await (await hand.ready(queue)).getWaiting()).map(({ data }) => shapeOf(data))
  expect(await lying('mail')).toEqual([shapeOf(followed)])
  expect(await lying('care')).toEqual([shapeOf(bare)])
})
