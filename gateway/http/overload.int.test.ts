import { changeAndTell } from '@called-it/infra/live/change'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createMetrics } from '@called-it/infra/observability/metrics'
import { makeAdmin, makeUser } from '@called-it/infra/postgres/factories'
import { updateSettings } from '@called-it/infra/postgres/queries/work/settings'
import { topics } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LoadBounds } from '../bounds.ts'
import { connectClient } from '../hub/testing/open-gateway.ts'
import { startGateway, TEST_BOUNDS } from '../testing/start-gateway.ts'

const READ = '/api/tours'
const refusal = {
  status: 503,
  json: {
    code: 'unavailable',
    message: 'This is not available right now. Please try again in a moment.',
  },
}

/** A gateway with bounds of its own, whose figures and log can be read. */
async function startBounded(load: Partial<LoadBounds>) {
  const metrics = createMetrics('gateway')
  const lines: string[] = []
  const gateway = await startGateway({
    config: { bounds: { ...TEST_BOUNDS, load: { ...TEST_BOUNDS.load, ...load } } },
    metrics: createGatewayMetrics(metrics.registry),
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  })
  onTestFinished(() => gateway.stop())
  return { gateway, lines, scrape: () => metrics.scrape() }
}

type Pool = Awaited<ReturnType<typeof startBounded>>['gateway']['postgres']['pool']

/** Takes every connection to Postgres, so that whoever needs one waits; answers with what gives them back. */
async function takeAllConnections(pool: Pool) {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  return () => {
    for (const client of clients.splice(0)) client.release()
  }
}

/** Waits in the line for a connection, so many times, and gives each back at once. */
function standInLine(pool: Pool, times: number): Promise<unknown> {
  return Promise.all(Array.from({ length: times }, () => pool.connect().then((client) => client.release())))
}

/** Stops the whole process for so long, as a computation without end in sight does. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('while more waits for Postgres than may', () => {
  test('calls are turned away with the time to come back; sockets, health and pages are not, and then all is well', async () => {
    const { gateway, lines, scrape } = await startBounded({
      postgresWaitMs: 0,
      postgresLine: 10,
      share: { read: 1, change: 1, admin: Number.POSITIVE_INFINITY },
    })
    const { db, pool } = gateway.postgres
    const fan = await gateway.loginAs(await makeUser(db))
    const admin = await gateway.loginAs(await makeAdmin(db))
    const client = await connectClient(gateway, { cookie: fan })
    onTestFinished(() => void client.socket.disconnect())
    const giveBack = await takeAllConnections(gateway.postgres.pool)
    onTestFinished(giveBack)
    const waiting = Array.from({ length: 3 }, (_, number) =>
      gateway.send('POST', '/api/auth/resend-verification', {
        json: { email: `fan-${number}@nobody.example` },
      }),
    )
    await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThanOrEqual(3), PATIENT)
    const line = standInLine(pool, 10)

    const refused = await gateway.send('GET', READ)
    expect(refused).toMatchObject(refusal)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    const change = await gateway.send('POST', '/api/predictions', { as: fan, json: {} })
    expect(change).toMatchObject(refusal)
    expect((await gateway.send('GET', '/healthz')).status).toBe(200)
    expect((await gateway.send('GET', '/', { headers: { accept: 'text/html' } })).text).toContain('<html')
    const ofAdmin = gateway.send('GET', '/api/admin/config', { as: admin })

    giveBack()
    await line
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ofAdmin).status).toBe(200)
    expect((await gateway.send('GET', READ)).status).toBe(200)
    expect(client.socket.connected).toBe(true)
    await changeAndTell(db, gateway.parts.publisher, async (trx, changed) => {
      await updateSettings(trx, { testModeEnabled: true, siteOverlayEnabled: false })
      changed.add(topics.settings)
    })
    await client.next('config:changed', ({ config }) => config.testModeEnabled)

    const figures = await scrape()
    expect(figures).toMatch(/^called_it_http_requests_shed_total\{reason="postgres_busy",.*\} 2$/m)
    expect(figures).toMatch(
      /^called_it_http_request_duration_seconds_count\{(?=.*route="turned away")(?=.*method="POST").*\} 1$/m,
    )
    expect(lines.join('')).not.toContain('request failed')
    const told = () =>
      lines.map((line) => Number(/"calls":(\d+)/.exec(line)?.[1] ?? 0)).reduce((sum, calls) => sum + calls)
    await vi.waitFor(() => expect(told()).toBe(2), PATIENT)
  })
})

describe('while as many calls are carried out as may', () => {
  test('the next is turned away; one whose body is still coming is none of them', async () => {
    const { gateway, scrape } = await startBounded({
      callsUnderWay: 1,
      share: { read: 1, change: 1, admin: 1 },
    })
    const giveBack = await takeAllConnections(gateway.postgres.pool)
    onTestFinished(giveBack)
    const first = gateway.send('GET', READ)
    await vi.waitFor(async () => expect(await gateway.send('GET', READ)).toMatchObject(refusal), PATIENT)
    giveBack()
    expect((await first).status).toBe(200)

    const halfSent = new ReadableStream<Uint8Array>({
      start: (body) => body.enqueue(Buffer.from('{"email":')),
    })
    const leaving = new AbortController()
    const sending = fetch(`${gateway.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: halfSent,
      duplex: 'half',
      signal: leaving.signal,
    })
    await vi.waitFor(async () => expect(await scrape()).toMatch(/http_requests_in_flight\{.*\} 1$/m), PATIENT)
    expect((await gateway.send('GET', READ)).status).toBe(200)
    leaving.abort()
    await expect(sending).rejects.toThrow()
    expect(await scrape()).toMatch(/^called_it_http_requests_shed_total\{reason="calls",.*\} [1-9]/m)
  })
})

describe('while the event loop is held up', () => {
  test('calls are turned away, the figures tell of it, and it is over by itself', async () => {
    const { gateway, scrape } = await startBounded({ loopDelayMs: 40 })
    // The delay is that of the last half second: on a busy machine one stall may be over before the next call.
    await vi.waitFor(async () => {
      stall(400)
      expect(await gateway.send('GET', READ)).toMatchObject(refusal)
    }, PATIENT)
    const figures = await scrape()
    expect(figures).toMatch(/^called_it_http_requests_shed_total\{reason="event_loop",.*\} [1-9]/m)
    const [, delay] = /^called_it_event_loop_delay_seconds\{.*\} (.+)$/m.exec(figures) ?? []
    expect(Number(delay)).toBeGreaterThan(0.032)
    await vi.waitFor(async () => expect((await gateway.send('GET', READ)).status).toBe(200), PATIENT)
  })
})
