import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createMetrics } from '@called-it/infra/observability/metrics'
import {
  gatewayOfTest,
  TEST_LIMITS,
  type TestGatewayOptions,
} from '@called-it/tests/support/gateway/start-gateway'
import { PATIENT } from '@called-it/tests/support/patience'
import { joinRaw, openRawSocket } from '@called-it/tests/support/realtime/raw-socket'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientLimits } from './limits.ts'

async function startLimited(clients: Partial<ClientLimits>, options: TestGatewayOptions = {}) {
  const metrics = createMetrics('gateway')
  const gateway = await gatewayOfTest({
    ...options,
    config: { limits: { ...TEST_LIMITS, clients: { ...TEST_LIMITS.clients, checkEveryMs: 20, ...clients } } },
    metrics: createGatewayMetrics(metrics.registry),
  })
  const port = Number(new URL(gateway.url).port)
  /** The value of a series without the label of the program; 0 where there is none yet. */
  const metric = async (series: string) => {
    const lines = (await metrics.scrape())
      .replaceAll(/,?program="gateway"/g, '')
      .replaceAll('{}', '')
      .split('\n')
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? 0)
  }
  return { gateway, port, dial: () => dial(port), metric }
}

/** A TCP connection that keeps what it receives. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  const closed = () => vi.waitFor(() => expect(socket.closed).toBe(true), PATIENT)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return { socket, received: () => text, closed }
}

const cut = (reason: string) => `called_it_http_connections_terminated_total{reason="${reason}"}`

describe('connection limits', () => {
  test.each([
    ['sends its headers letter by letter', 'GET /api/tours HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'x'],
    [
      'does not send its whole body',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      '',
    ],
  ])('cuts off a client that %s', async (_, start, drip) => {
    const { dial, metric, gateway } = await startLimited({ headersMs: 100, requestMs: 200 })
    const { socket, received, closed } = await dial()
    socket.write(start)
    const dripping = setInterval(() => socket.write(drip), 10)
    onTestFinished(() => clearInterval(dripping))
    await closed()
    expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    expect(await metric(cut('too_slow'))).toBe(1)
    await expect.poll(() => metric('called_it_http_requests_in_flight')).toBe(0)
    expect((await gateway.send('GET', '/api/tours')).status).toBe(200)
  })

  test('cuts off a client that does not read the response', async () => {
    const webRoot = await folderOfTest()
    // Far more than the system buffers for a connection.
    const file = await open(path.join(webRoot, 'long.bin'), 'w')
    await file.truncate(64 * 1024 * 1024)
    await file.close()
    const { dial, metric } = await startLimited({ readingMs: 2_000 }, { webRoot })
    const { socket } = await dial()
    socket.pause()
    socket.write('GET /long.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => metric(cut('not_reading'))).toBe(1)
    await expect.poll(() => metric('called_it_http_connections')).toBe(0)
  })

  test('responds with 400 to bytes that are not HTTP', async () => {
    const { dial, metric } = await startLimited({})
    const { socket, received, closed } = await dial()
    socket.write('\x16\x03\x01 hello\r\n\r\n')
    await closed()
    expect(received()).toMatch(/^HTTP\/1\.1 400 /)
    expect(await metric(cut('unreadable'))).toBe(1)
  })

  test('closes a connection beyond the limit and keeps the open ones', async () => {
    const { dial, metric } = await startLimited({ connections: 2 })
    const [first] = [await dial(), await dial()]
    const third = await dial()
    await third.closed()
    expect(third.received()).toBe('')
    expect(await metric(cut('too_many'))).toBe(1)
    expect(await metric('called_it_http_connections')).toBe(2)
    first.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => first.received()).toContain('"alive"')
  })

  test('disconnects a socket whose client returns no pong', async () => {
    const { port, metric } = await startLimited({ pingEveryMs: 50, pongWithinMs: 100 })
    // Sockets are refused before the gateway knows the topic versions.
    const raw = await vi.waitFor(() => openRawSocket(port), PATIENT)
    onTestFinished(() => void raw.stream.destroy())
    await joinRaw(raw)
    // From here on the client neither reads nor writes, and leaves the connection open.
    await expect.poll(() => metric('called_it_socket_ping_timeouts_total')).toBe(1)
    expect(await metric('called_it_sockets{kind="visitor"}')).toBe(0)
    expect(raw.stream.writable).toBe(true)
    await expect.poll(() => metric('called_it_http_connections')).toBe(0)
  })
})
