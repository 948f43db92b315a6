import { changeAndPublish } from '@called-it/infra/events/change'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createMetrics } from '@called-it/infra/observability/metrics'
import { updateSettings } from '@called-it/infra/postgres/queries/work/settings'
import { topics } from '@called-it/shared/contract/events'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfTest, TEST_LIMITS } from '@called-it/tests/support/gateway/start-gateway'
import { PATIENT } from '@called-it/tests/support/patience'
import { connectClient } from '@called-it/tests/support/realtime/open-gateway'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LoadLimits } from './limits.ts'

const READ = '/api/tours'
const message = 'This is not available right now. Please try again in a moment.'
const unavailable = { status: 503, json: { code: 'unavailable', message } }

async function startLimited(load: Partial<LoadLimits>) {
  const metrics = createMetrics('gateway')
  const lines: string[] = []
  const gateway = await gatewayOfTest({
    config: { limits: { ...TEST_LIMITS, load: { ...TEST_LIMITS.load, ...load } } },
    metrics: createGatewayMetrics(metrics.registry),
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  })
  return { gateway, lines, scrape: () => metrics.scrape() }
}

describe('load shedding', () => {
  test('sheds reads and changes while queries queue, but no admin, socket or page', async () => {
    const { gateway, lines, scrape } = await startLimited({
      poolWaitMs: 0,
      pendingQueries: 10,
      share: { read: 1, change: 1, admin: Number.POSITIVE_INFINITY },
    })
    const { db, pool } = gateway.postgres
    const user = await gateway.loginAs(await makeUser(db))
    const admin = await gateway.loginAs(await makeAdmin(db))
    // Refused until the gateway knows the versions of the topics.
    const client = await vi.waitFor(() => connectClient(gateway, { cookie: user }), PATIENT)
    onTestFinished(() => void client.socket.disconnect())
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const releaseAll = () => {
      for (const connection of taken.splice(0)) connection.release()
    }
    onTestFinished(releaseAll)
    const accepted = Array.from({ length: 3 }, (_, number) =>
      gateway.send('POST', '/api/auth/resend-verification', {
        json: { email: `user-${number}@nobody.example` },
      }),
    )
    await expect.poll(() => pool.waitingCount).toBeGreaterThanOrEqual(3)
    const queued = Promise.all(
      Array.from({ length: 10 }, () => pool.connect().then((connection) => connection.release())),
    )

    const read = await gateway.send('GET', READ)
    expect(read).toMatchObject(unavailable)
    expect(Number(read.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(read.headers.get('x-request-id')).toMatch(/^[0-9a-f]{18}-\d+$/)
    expect(read.headers.get('content-security-policy')).toContain("default-src 'none'")
    const change = await gateway.send('POST', '/api/predictions', { as: user, json: {} })
    expect(change).toMatchObject(unavailable)
    expect((await gateway.send('GET', '/healthz')).status).toBe(200)
    expect((await gateway.send('GET', '/', { headers: { accept: 'text/html' } })).text).toContain('<html')
    const ofAdmin = gateway.send('GET', '/api/admin/config', { as: admin })

    releaseAll()
    await queued
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ofAdmin).status).toBe(200)
    expect((await gateway.send('GET', READ)).status).toBe(200)
    expect(client.socket.connected).toBe(true)
    await changeAndPublish(db, gateway.parts.publisher, async (trx, changed) => {
      await updateSettings(trx, { testModeEnabled: true, siteOverlayEnabled: false })
      changed.add(topics.settings)
    })
    await client.next('config:changed', ({ config }) => config.testModeEnabled)

    const metrics = await scrape()
    expect(metrics).toMatch(/^called_it_http_requests_shed_total\{reason="postgres_busy",.*\} 2$/m)
    expect(metrics).toMatch(
      /^called_it_http_request_duration_seconds_count\{(?=.*route="shed")(?=.*method="POST").*\} 1$/m,
    )
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
    const logged = () =>
      lines.map((line) => Number(/"requests":(\d+)/.exec(line)?.[1] ?? 0)).reduce((sum, count) => sum + count)
    await expect.poll(() => logged()).toBe(2)
  })

  test('does not count requests that still send a body as running', async () => {
    const { gateway, scrape } = await startLimited({ runningRequests: 1, pendingRequests: 1 })
    const abort = new AbortController()
    // The types of browsers lack `duplex`, which Node demands for a stream.
    const upload = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream<Uint8Array>({ start: (body) => body.enqueue(Buffer.from('{"email":')) }),
      duplex: 'half',
      signal: abort.signal,
    }
    const sending = fetch(`${gateway.url}/api/auth/login`, upload)
    await expect.poll(() => scrape()).toMatch(/http_requests_in_flight\{.*\} 1$/m)
    expect((await gateway.send('GET', READ)).status).toBe(200)
    abort.abort()
    await expect(sending).rejects.toThrow()
  })

  test('sheds while the event loop is blocked, and recovers by itself', async () => {
    const { gateway, scrape } = await startLimited({ eventLoopDelayMs: 40 })
    // The delay is that of the last half second: on a busy machine one block may be over before the next request.
    await vi.waitFor(async () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      expect(await gateway.send('GET', READ)).toMatchObject(unavailable)
    }, PATIENT)
    const metrics = await scrape()
    expect(metrics).toMatch(/^called_it_http_requests_shed_total\{reason="event_loop",.*\} [1-9]/m)
    const [, delay] = /^called_it_event_loop_delay_seconds\{.*\} (.+)$/m.exec(metrics) ?? []
    expect(Number(delay)).toBeGreaterThan(0.032)
    await expect.poll(async () => (await gateway.send('GET', READ)).status).toBe(200)
  })
})
