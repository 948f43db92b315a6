import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway/start-gateway.ts'
import { fuzz, fuzzTimeout } from './fuzz.ts'
import { type LeakWatch, watchLeaks } from './leaks.ts'
import { changedTables, type TableWatch, watchTables } from './table-watch.ts'
import { hostileText } from './values/texts.ts'

const EVERYDAY = 60

let leaks: LeakWatch
let gateway: TestGateway
let tables: TableWatch

beforeAll(async () => {
  leaks = await watchLeaks()
  gateway = await startGateway()
  tables = watchTables(gateway.postgres.url)
})
afterAll(async () => {
  await tables.close()
  await gateway.stop()
  await leaks.expectNone()
})

const wireText = fc.oneof(
  hostileText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
)
const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'X'.repeat(300),
)
const target = fc.constantFrom(
  '/api/tours',
  '//evil.example/%2e%2e',
  '*',
  'http://evil.example/api/tours',
  '/api/shows/\u0000',
  '/socket.io/?EIO=4&transport=websocket',
  '/../../etc/passwd',
  `/${'x'.repeat(20_000)}`,
)
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '')
const header = fc.constantFrom(
  'Host: x',
  'Host: a\r\nHost: b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: gzip',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Expect: 100-continue',
  'Expect: everything',
  'Content-Type: application/json',
  ': no name',
  ' folded',
  'X: \u0000',
)
const bodies = fc.oneof(
  fc
    .constantFrom('0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\nx', '-1\r\n', '{}')
    .map((text) => Buffer.from(text)),
  wireText,
)

/** Requests with something wrong in any of their parts, and bytes that are none. */
const bytesOnTheWire = fc.oneof(
  { weight: 1, arbitrary: wireText },
  {
    weight: 4,
    arbitrary: fc
      .tuple(method, target, version, fc.array(header, { maxLength: 4 }), bodies)
      .map(([how, where, which, headers, body]) =>
        Buffer.concat([
          Buffer.from([`${how} ${where} ${which}`, ...headers, '', ''].join('\r\n'), 'latin1'),
          body,
        ]),
      ),
  },
)

test(
  'bytes that are no request, or a strange one, are refused or answered',
  fuzzTimeout(EVERYDAY),
  async () => {
    const before = await tables.read()
    await fuzz({
      subject: 'raw requests',
      name: 'any bytes',
      inputs: bytesOnTheWire.map((bytes) => Uint8Array.from(bytes)),
      everyday: EVERYDAY,
      tryInput: async (bytes) => {
        const statuses = [...(await sendBytes(bytes)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) =>
          Number(status),
        )
        // Node itself refuses what it cannot do: another version of HTTP, or an encoding of its own.
        expect(statuses.filter((status) => status >= 500 && status !== 501 && status !== 505)).toEqual([])
        expect(changedTables(before, await tables.read())).toEqual([])
        return statuses.some((status) => status < 400) ? 'accepted' : 'refused'
      },
    })
    expect(await gateway.send('GET', '/api/tours')).toMatchObject({ status: 200 })
  },
)

/** What is answered to these very bytes until the connection ends, after which nothing more comes from us. */
function sendBytes(bytes: Uint8Array): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  return new Promise((resolve) => {
    let answer = ''
    connect(Number(port), hostname)
      // A gateway that has refused the beginning may not take the rest.
      .on('error', () => undefined)
      .on('data', (chunk) => {
        answer += chunk.toString('latin1')
      })
      .on('close', () => resolve(answer))
      .end(bytes)
  })
}
