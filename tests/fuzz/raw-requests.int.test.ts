import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatewayOfFile } from '../support/gateway/start-gateway.ts'
import { fuzzBudget } from './budget.ts'
import { watchTables } from './table-watch.ts'
import { hostileText } from './values/texts.ts'

const budget = fuzzBudget({ everyday: 40, long: 100 })

const gateway = await gatewayOfFile()

const METHODS = `GET POST PUT HEAD OPTIONS TRACE CONNECT PROPFIND get ${'X'.repeat(300)}`.split(' ')
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']
const PATHS =
  '/api/tours * //evil.example/%2e%2e http://evil.example/api/tours /api/shows/\u0000 /../../etc/passwd'
const SOCKETS = ['/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=4&transport=polling']
const TARGETS = [...PATHS.split(' '), ...SOCKETS, `/${'x'.repeat(20_000)}`]
const HEADERS = [
  'Host: localhost',
  'Host: a\r\nHost: b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Expect: 100-continue',
  'Content-Type: application/json',
  ': no name\r\n folded',
  'X: \u0000',
]
const BODIES = ['0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\nx', '-1\r\n', '{}']

const anyBytes = fc.oneof(
  hostileText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
)
const body = fc.oneof(fc.constantFrom(...BODIES.map((text) => Buffer.from(text))), anyBytes)
const head = fc
  .tuple(
    fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...TARGETS), fc.constantFrom(...VERSIONS)),
    fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 }),
  )
  .map(([line, headers]) => Buffer.from([line.join(' '), ...headers, '', ''].join('\r\n'), 'latin1'))
const rawRequest = fc.oneof(
  anyBytes,
  fc.tuple(head, body).map((parts) => Buffer.concat(parts)),
)

test('refuses malformed requests and any other bytes', budget.test, async () => {
  const tables = watchTables(gateway.postgres.db)
  const before = await tables.read()
  await fc.assert(
    fc.asyncProperty(rawRequest, async (bytes) => {
      const statuses = [...(await sendBytes(bytes)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => code)
      // Node itself sends 501 and 505 for transfer encodings and HTTP versions that it does not support.
      expect(statuses.filter((code) => code?.startsWith('5') && !['501', '505'].includes(code))).toEqual([])
      await tables.expectUnchanged(before)
    }),
    budget.check,
  )
  expect(await gateway.send('GET', '/api/tours')).toMatchObject({ status: 200 })
})

/** Returns what the gateway sends until it closes the connection; the client closes its side after the bytes. */
function sendBytes(bytes: Uint8Array): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  return new Promise((resolve) => {
    let received = ''
    connect(Number(port), hostname)
      // The gateway may reset the connection after it has refused the first bytes.
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received += chunk.toString('latin1')
      })
      .on('close', () => resolve(received))
      .end(bytes)
  })
}
