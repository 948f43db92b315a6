import { openTracing } from '@called-it/infra/context/tracing'
import { REDIS_NAMESPACE } from '@called-it/infra/events/channel'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createLogger } from '@called-it/infra/observability/log'
import { createMetrics } from '@called-it/infra/observability/metrics'
import { freePort } from '@called-it/launch/port'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAdmin } from './support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSong } from './support/factories/catalogue.ts'
import { makePrediction } from './support/factories/scores.ts'
import { openCollector } from './support/gateway/open-collector.ts'
import { startGateway, type TestGateway } from './support/gateway/start-gateway.ts'
import { type KillableRedis, startKillableRedis } from './support/killable-redis.ts'
import { startProgram, type TestProgram } from './support/start-program.ts'

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
  const song = await makeSong(db)
  const show = await makeShow(db, { daysFromToday: -1 })
  await makeSetlist(db, show.id, { set1: [song.id] })
  const admin = await makeAdmin(db)
  await makePrediction(db, { userId: admin.id, showId: show.id, picks: { set1: [song.id] } })
  const cookie = await gateway.loginAs(admin)

  const response = await gateway.send('POST', `/api/admin/shows/${show.id}/score`, {
    as: cookie,
    json: { fetchSetlist: false },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  expect(response).toMatchObject({ status: 200, json: { processed: 1 } })
  const requestId = response.headers.get('X-Request-Id')

  const job = await db
    .selectFrom('outbox')
    .innerJoin('runs', 'runs.id', 'outbox.run_id')
    .select(['outbox.id', 'outbox.request_id as ofJob', 'runs.request_id as ofRun'])
    .where('outbox.job', '=', 'score-show')
    .executeTakeFirstOrThrow()
  expect(job).toMatchObject({ ofJob: requestId, ofRun: requestId })

  const logged = await vi.waitUntil(() => workers.lines.find(({ job }) => job === 'score-show'), PATIENCE)
  expect(logged).toMatchObject({ requestId, outboxId: job.id, outcome: 'done', msg: 'job ended' })

  const [ofGateway, ofWorkers] = await vi.waitUntil(async () => {
    const scraped = await Promise.all([metrics.scrape(), scrapeWorkers()])
    return metric(scraped[0], 'event_lag_seconds_count', { topic: 'show' }) && scraped
  }, PATIENCE)
  const route = { route: '/api/admin/shows/:showId/score', method: 'POST', status: '2xx' }
  expect(metric(ofGateway, 'http_request_duration_seconds_count', route)).toBe(1)
  const ended = { outcome: 'done', program: 'workers' }
  expect(metric(ofWorkers, 'job_duration_seconds_count', { job: 'score-show', ...ended })).toBe(1)
  expect(metric(ofWorkers, 'runs_total', { kind: 'score-show', ...ended })).toBe(1)
  for (const scraped of [ofGateway, ofWorkers]) expect(scraped).not.toContain(admin.email)

  await workers.end()
  await tracing.close()
  const span = collector.spans.find(({ name }) => name === 'POST /api/admin/shows/:showId/score')
  expect(span).toMatchObject({ service: 'called-it-gateway' })
  // The trace that a client sends is ignored.
  expect(span?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  const ofRun = collector.spans.filter(({ traceId }) => traceId === span?.traceId)
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
    expect(name === span?.name || ids.has(parentSpanId ?? ''), `the parent of ${name}`).toBe(true)
  }
  const sent = collector.bodies.join('\n')
  for (const secret of [admin.email, cookie, '127.0.0.1', 'fetchSetlist']) expect(sent).not.toContain(secret)
})

async function scrapeWorkers(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
}

/** The value of a series with these labels and any others; undefined where it is absent. */
function metric(scraped: string, name: string, labels: Record<string, string>): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const line = scraped
    .split('\n')
    .find((text) => text.startsWith(`called_it_${name}{`) && wanted.every((label) => text.includes(label)))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}
