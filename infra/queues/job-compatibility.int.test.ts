import { type JobName, jobs } from '@called-it/shared/contract/jobs'
import { PATIENT } from '@called-it/tests/support/patience'
import {
  currentPayloads,
  payloadVersions,
  withUnknownFields,
} from '@called-it/tests/support/payloads/payload-versions'
import { testRedis } from '@called-it/tests/support/test-redis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentRequestContext, NO_REQUEST_CONTEXT } from '../context/request-context.ts'
import { jobNames } from '../postgres/queries/work/outbox.ts'
import { openRedis, type RedisRole } from '../redis/connection.ts'
import { openQueues, openQueuesOnUse } from './queues.ts'
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

/** Adds jobs to the queues as they are given. */
async function openRawQueues(namespace: string) {
  const queues = openQueuesOnUse<string>(await connect('producer'), { namespace, onError: () => undefined })
  cleanUps.push(() => queues.close())
  return {
    add: async (job: string, queue: string, data: unknown) => (await queues.ready(queue)).add(job, data),
    list: async (queue: string) => (await (await queues.ready(queue)).getWaiting()).map(({ data }) => data),
    countFailed: async (queue: string) => (await queues.ready(queue)).getFailedCount(),
  }
}

type Received = { job: JobName; payload: unknown; context: JobContext; requestId: string | null }

/** A worker that only records its jobs. */
async function startWorker(namespace: string) {
  const received: Received[] = []
  const onFailure = vi.fn(async () => undefined)
  const record = (job: JobName) => async (payload: unknown, context: JobContext) => {
    received.push({ job, payload, context, requestId: currentRequestContext().requestId })
  }
  const handlers: JobHandlers = {
    'mail-registration': record('mail-registration'),
    'mail-registration-reset': record('mail-registration-reset'),
    'mail-verification': record('mail-verification'),
    'mail-known-address': record('mail-known-address'),
    'mail-login-link': record('mail-login-link'),
    'mail-password-reset': record('mail-password-reset'),
    'mail-password-changed': record('mail-password-changed'),
    'mail-key-made': record('mail-key-made'),
    'mail-address-old': record('mail-address-old'),
    'mail-address-new': record('mail-address-new'),
    'mail-address-changed': record('mail-address-changed'),
    'mail-new-login': record('mail-new-login'),
    'mail-passkey-added': record('mail-passkey-added'),
    'mail-passkey-removed': record('mail-passkey-removed'),
    'mail-device-added': record('mail-device-added'),
    'mail-suspended': record('mail-suspended'),
    'mail-pick-root': record('mail-pick-root'),
    'mail-backup-failed': record('mail-backup-failed'),
    'deliver-webhook': record('deliver-webhook'),
    'commit-picks': record('commit-picks'),
    'send-announcement': record('send-announcement'),
    'notify-users': record('notify-users'),
    'announce-week': record('announce-week'),
    'make-chances': record('make-chances'),
    'freeze-chances': record('freeze-chances'),
    'sum-above-expectation': record('sum-above-expectation'),
    'award-badges': record('award-badges'),
    sweep: record('sweep'),
    'send-messages': record('send-messages'),
  }
  const workers = startQueueWorkers({
    name: 'worker',
    redis: await connect('worker'),
    namespace,
    executeRun: (kind, runId, context) => record(kind)({ runId }, context),
    handlers,
    concurrency: { runs: 1, chances: 1, mail: 1, webhooks: 1, maintenance: 1, totals: 1 },
    onError: () => undefined,
    onFailure,
    onBusy: async () => undefined,
  })
  cleanUps.push(() => workers.close())
  return { received, onFailure }
}

const byJob = (a: { job: string }, b: { job: string }) => a.job.localeCompare(b.job)

describe('queued jobs', () => {
  test.each(
    payloadVersions.flatMap((version) => [
      { ...version, as: 'as sent', send: (data: unknown) => data },
      { ...version, as: 'with unknown fields', send: withUnknownFields },
    ]),
  )('runs those of $name $as', async (version) => {
    const namespace = testRedis().prefix
    const { add } = await openRawQueues(namespace)
    const { received, onFailure } = await startWorker(namespace)
    const envelope = version.queued[0] ?? expect.fail('there is no queued job')
    const names = jobNames().filter((job) => version.jobs[job])
    for (const job of names) {
      await add(job, jobs[job].queue, version.send({ ...envelope, payload: version.jobs[job]?.[0] }))
    }
    await vi.waitFor(() => expect(received).toHaveLength(names.length), PATIENT)
    expect(received.sort(byJob)).toEqual(
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

  test('skips an unknown job of any shape and runs the next one', async () => {
    const namespace = testRedis().prefix
    const queues = await openRawQueues(namespace)
    const { received, onFailure } = await startWorker(namespace)
    const [envelope] = currentPayloads.queued
    await queues.add('bake-cake', 'mail', { ...envelope, payload: { cakes: 3 } })
    await queues.add('bake-cake', 'mail', { order: { of: 'another shape' } })
    await queues.add('mail-verification', 'mail', { ...envelope, payload: { userId: 7 } })
    await vi.waitFor(() => expect(received.map(({ job }) => job)).toEqual(['mail-verification']), PATIENT)
    expect(onFailure).not.toHaveBeenCalled()
    expect(await queues.countFailed('mail')).toBe(0)
  })

  test('has the shape of the newest payloads when enqueued', async () => {
    const namespace = testRedis().prefix
    const queues = openQueues(await connect('producer'), { namespace, onError: () => undefined })
    cleanUps.push(() => queues.close())
    const { list } = await openRawQueues(namespace)
    const [traced, untraced] = currentPayloads.queued
    const job = { outboxId: 'a-row', attempt: 1, payload: { userId: 7 } }
    await queues.add([
      { job: 'mail-verification', ...job, requestId: 'req-1', traceparent: 'a-span' },
      { job: 'sweep', ...job, ...NO_REQUEST_CONTEXT },
    ])
    const shapeOf = (data: object = {}) =>
      Object.entries(data)
        .map(([field, value]) => `${field}: ${value === null ? 'null' : typeof value}`)
        .sort()
    expect((await list('mail')).map(shapeOf)).toEqual([shapeOf(traced)])
    expect((await list('maintenance')).map(shapeOf)).toEqual([shapeOf(untraced)])
  })
})
