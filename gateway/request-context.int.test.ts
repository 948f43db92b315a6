/** One request through everything: its transaction, the job in a worker, and the trace. */

import { openTracing } from '@called-it/infra/context/tracing'
import { REDIS_NAMESPACE } from '@called-it/infra/live/channel'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createLogger } from '@called-it/infra/observability/log'
import { createMetrics } from '@called-it/infra/observability/metrics'
import { measureStores } from '@called-it/infra/observability/store-metrics'
import { freePort } from '@called-it/launch/port'
import {
  makeAdmin,
  makePrediction,
  makeSetlist,
  makeShow,
  makeSongs,
} from '@called-it/tests/support/factories'
import { openCollector } from '@called-it/tests/support/gateway/open-collector'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { type KillableRedis, startKillableRedis } from '@called-it/tests/support/killable-redis'
import { startProgram, type TestProgram } from '@called-it/tests/support/start-program'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const PATIENCE = { timeout: 30_000, interval: 50 }

let redis: KillableRedis
let gateway: TestGateway
let collector: Awaited<ReturnType<typeof openCollector>>
let workers: TestProgram
let tracing: { close(): Promise<void> }
let metricsPort: number
const metrics = createMetrics('gateway')

beforeAll(async () => {
  redis = await startKillableRedis()
  collector = await openCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  const log = createLogger('gateway', 'warn')
  tracing = await openTracing({ program: 'gateway', ratio: 1, log })
  gateway = await startGateway({
    redisUrl: redis.url,
    namespace: REDIS_NAMESPACE,
    log,
    metrics: createGatewayMetrics(metrics.registry),
  })
  measureStores(metrics, {
    postgres: gateway.postgres,
    redis: { ...gateway.parts.redis, producer: gateway.parts.redis.limits },
    namespace: REDIS_NAMESPACE,
  })
  metricsPort = await freePort()
  workers = await startProgram('workers', {
    DATABASE_URL: gateway.postgres.url,
    REDIS_URL: redis.url,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
})
afterAll(async () => {
  await workers.kill()
  await gateway.stop()
  collector.close()
  await redis.remove()
  vi.unstubAllEnvs()
})

test('follows one id and one trace from a request through its run to its job', async () => {
  const { db } = gateway.postgres
  const songs = await makeSongs(db, 3)
  const [first, second, third] = songs.map(({ id }) => id)
  if (first === undefined || second === undefined || third === undefined) throw new Error('three songs')
  const show = await makeShow(db, { daysFromToday: -1 })
  await makeSetlist(db, show.id, { set1: [first], set2: [second], encore: [third], further: [] })
  const admin = await makeAdmin(db)
  await makePrediction(db, { userId: admin.id, showId: show.id, picks: { set1: [first] } })
  const cookie = await gateway.loginAs(admin)

  const answer = await gateway.send('POST', `/api/admin/shows/${show.id}/score`, {
    as: cookie,
    json: { fetchSetlist: false },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ processed: 1 })])
  const request = answer.headers.get('X-Request-Id')

  const order = await db
    .selectFrom('outbox')
    .innerJoin('runs', 'runs.id', 'outbox.run_id')
    .select(['outbox.id', 'outbox.request_id as ofJob', 'runs.request_id as ofRun', 'outbox.traceparent'])
    .where('outbox.job', '=', 'score-show')
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({ ofJob: request, ofRun: request })

  const jobLine = await vi.waitUntil(() => workers.lines.find(({ job }) => job === 'score-show'), PATIENCE)
  expect(jobLine).toMatchObject({
    requestId: request,
    outboxId: order.id,
    outcome: 'done',
    msg: 'job ended',
  })

  const [ofGateway, ofWorkers] = await vi.waitUntil(async () => {
    const scraped = await Promise.all([metrics.scrape(), scrapeWorkers()])
    return figure(scraped[0], 'event_lag_seconds_count', { topic: 'show' }) && scraped
  }, PATIENCE)
  const route = { route: '/api/admin/shows/:showId/score', method: 'POST', status: '2xx' }
  expect(figure(ofGateway, 'http_request_duration_seconds_count', route)).toBe(1)
  const ended = { outcome: 'done', program: 'workers' }
  expect(figure(ofWorkers, 'job_duration_seconds_count', { job: 'score-show', ...ended })).toBe(1)
  expect(figure(ofWorkers, 'runs_total', { kind: 'score-show', ...ended })).toBe(1)
  for (const scraped of [ofGateway, ofWorkers]) {
    expect(figure(scraped, 'up', { service: 'postgres' })).toBe(1)
    expect(figure(scraped, 'up', { service: 'redis' })).toBe(1)
    expect(figure(scraped, 'outbox_pending', { queue: 'runs' })).toBe(0)
    expect(figure(scraped, 'queue_waiting_jobs', { queue: 'runs' })).toBe(0)
    expect(figure(scraped, 'postgres_pool_connections', { state: 'max' })).toBeGreaterThan(0)
    expect(scraped).not.toContain(admin.email)
  }

  await workers.end()
  await tracing.close()
  const call = collector.spans.find(({ name }) => name === 'POST /api/admin/shows/:showId/score')
  expect(call).toMatchObject({ service: 'called-it-gateway' })
  // What a client claims to belong to is not believed.
  expect(call?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  const ofRun = collector.spans.filter(({ traceId }) => traceId === call?.traceId)
  expect(ofRun.map(({ service, name }) => `${service} ${name}`)).toEqual(
    expect.arrayContaining([
      'called-it-gateway transaction',
      'called-it-gateway publish topics:changed',
      'called-it-workers job score-show',
      'called-it-workers transaction',
      'called-it-workers publish topics:changed',
    ]),
  )
  const ids = new Set(ofRun.map(({ spanId }) => spanId))
  for (const { parentSpanId, name } of ofRun) {
    expect(name === call?.name || ids.has(parentSpanId ?? ''), `${name} hangs in the air`).toBe(true)
  }
  const sent = collector.bodies.join('\n')
  for (const secret of [admin.email, cookie, '127.0.0.1', 'fetchSetlist']) expect(sent).not.toContain(secret)
})

async function scrapeWorkers(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
}

/** A figure of ours with these labels, whatever others it has; undefined where it is absent. */
function figure(scraped: string, name: string, labels: Record<string, string>): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = scraped
    .split('\n')
    .find((text) => text.startsWith(`called_it_${name}{`) && wanted.every((label) => text.includes(label)))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}
