import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createMetrics } from '@called-it/infra/observability/metrics'
import { PATIENT } from '@called-it/tests/support/patience'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ClientBounds } from '../bounds.ts'
import { joinRaw, openRawSocket } from '../hub/testing/raw-socket.ts'
import { startGateway, TEST_BOUNDS, type TestGatewayOptions } from '../testing/start-gateway.ts'

/** A gateway that waits for clients no longer than the test says, whose figures can be read. */
async function startBounded(clients: Partial<ClientBounds>, options: TestGatewayOptions = {}) {
  const metrics = createMetrics('gateway')
  const gateway = await startGateway({
    ...options,
    config: { bounds: { ...TEST_BOUNDS, clients: { ...TEST_BOUNDS.clients, lookEveryMs: 20, ...clients } } },
    metrics: createGatewayMetrics(metrics.registry),
  })
  onTestFinished(() => gateway.stop())
  const port = Number(new URL(gateway.url).port)
  return {
    gateway,
    port,
    dial: () => dial(port),
    /** What the figures say of a series; 0 where there is none yet. */
    async figure(series: string): Promise<number> {
      const [name = '', labels] = series.split('{')
      const pattern =
        labels === undefined ? `^${name}\\{program="gateway"\\} (.+)$` : `^${name}\\{${labels},.*\\} (.+)$`
      return Number(new RegExp(pattern, 'm').exec(await metrics.scrape())?.[1] ?? 0)
    },
  }
}

/** A bare connection that remembers what it is sent. */
async function dial(
  port: number,
): Promise<{ socket: Socket; received: () => string; closed: () => Promise<unknown> }> {
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

const cut = (reason: string) => `called_it_http_connections_terminated_total{reason="${reason}"`

test('a client whose headers come letter by letter is cut off, and counted', async () => {
  const { dial, figure, gateway } = await startBounded({ headersMs: 100, requestMs: 100 })
  const { socket, received, closed } = await dial()
  socket.write('GET /api/tours HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const dripping = setInterval(() => socket.write('x'), 10)
  onTestFinished(() => clearInterval(dripping))
  await closed()
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
  expect(await figure(cut('too_slow'))).toBe(1)
  expect((await gateway.send('GET', '/api/tours')).status).toBe(200)
})

test('a client whose body does not come whole is cut off, and counted', async () => {
  const { dial, figure, gateway } = await startBounded({ headersMs: 100, requestMs: 200 })
  const { socket, received, closed } = await dial()
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 100',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"email":`)
  await closed()
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
  expect(await figure(cut('too_slow'))).toBe(1)
  await vi.waitFor(async () => expect(await figure('called_it_http_requests_in_flight')).toBe(0), PATIENT)
  expect((await gateway.send('GET', '/api/tours')).status).toBe(200)
})

test('a client that does not read its answer is cut off, and counted', async () => {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'called-it-web-'))
  onTestFinished(() => rm(webRoot, { recursive: true }))
  // Far more than the system keeps for a connection.
  const file = await open(path.join(webRoot, 'long.bin'), 'w')
  await file.truncate(64 * 1024 * 1024)
  await file.close()
  const { dial, figure } = await startBounded({ readingMs: 2_000 }, { webRoot })
  const { socket } = await dial()
  socket.pause()
  socket.write('GET /long.bin HTTP/1.1\r\nHost: x\r\n\r\n')
  await vi.waitFor(async () => expect(await figure(cut('not_reading'))).toBe(1), PATIENT)
  await vi.waitFor(async () => expect(await figure('called_it_http_connections')).toBe(0), PATIENT)
})

test('what is no HTTP is refused, and counted', async () => {
  const { dial, figure } = await startBounded({})
  const { socket, received, closed } = await dial()
  socket.write('\x16\x03\x01 hello\r\n\r\n')
  await closed()
  expect(received()).toMatch(/^HTTP\/1\.1 400 /)
  expect(await figure(cut('unreadable'))).toBe(1)
})

test('a connection beyond the last that may be open is hung up on, and the open ones go on', async () => {
  const { dial, figure } = await startBounded({ connections: 2 })
  const [first] = [await dial(), await dial()]
  const third = await dial()
  await third.closed()
  expect(third.received()).toBe('')
  expect(await figure(cut('too_many'))).toBe(1)
  expect(await figure('called_it_http_connections')).toBe(2)
  first.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await vi.waitFor(() => expect(first.received()).toContain('"alive"'), PATIENT)
})

test('a page that vanishes without a word is missed by its pong, and counted', async () => {
  const { port, figure } = await startBounded({ pingEveryMs: 50, pongWithinMs: 100 })
  // Nobody is let in before the hub knows where the topics stand.
  const raw = await vi.waitFor(() => openRawSocket(port), PATIENT)
  onTestFinished(() => void raw.stream.destroy())
  await joinRaw(raw)
  // It neither reads nor answers from here on, and its end of the connection stays open.
  await vi.waitFor(async () => expect(await figure('called_it_socket_ping_timeouts_total')).toBe(1), PATIENT)
  expect(await figure('called_it_sockets{kind="visitor"')).toBe(0)
  expect(raw.stream.writable).toBe(true)
  await vi.waitFor(async () => expect(await figure('called_it_http_connections')).toBe(0), PATIENT)
})
