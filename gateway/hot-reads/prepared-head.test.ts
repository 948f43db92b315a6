/** The bytes of a head that was made before are those that Node writes. */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { prepareHead, writePreparedHead } from './prepared-head.ts'

const BODY = '{"shows":[]}'
const ID = '0b0b6a52-38b1-4b7a-9d4a-1f1f6f0f4c11'
const HEADERS = [
  ...['Cache-Control', 'no-cache'],
  ...['ETag', 'W/"c-1"'],
  ...['Content-Type', 'application/json; charset=utf-8'],
]
const head = prepareHead(HEADERS, BODY.length)

const prepared: RequestListener = ({ method }, response) => {
  writePreparedHead(response, head, ID)
  response.end(method === 'HEAD' ? undefined : BODY)
}
const ordinary: RequestListener = ({ method }, response) => {
  response.writeHead(200, [...HEADERS, 'X-Request-Id', ID, 'Content-Length', String(BODY.length)])
  response.end(method === 'HEAD' ? undefined : BODY)
}

/** What a server sends for requests that come at once, but for the time. */
async function bytesOf(answer: RequestListener, requests: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000 }, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const socket = connect(address.port, '127.0.0.1')
  socket.end(requests)
  const bytes = await buffer(socket)
  server.close()
  return bytes.toString('latin1').replaceAll(/^Date: .*$/gm, 'Date: now')
}

const ask = (method: string, more = '') => `${method} / HTTP/1.1\r\nHost: here\r\n${more}\r\n`

const askings: [string, string][] = [
  ['a read', ask('GET')],
  ['the head alone', ask('HEAD')],
  ['several at once', ask('GET') + ask('HEAD') + ask('GET')],
  ['one that closes', ask('GET', 'Connection: close\r\n')],
  ['one that waits for leave', ask('GET', 'Expect: 100-continue\r\n')],
  ['an old client', 'GET / HTTP/1.0\r\n\r\n'],
  ['an old client that stays', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
]

test.each(askings)('%s is answered with the bytes that Node writes', async (_, requests) => {
  const written = await bytesOf(prepared, requests)
  expect(written).toBe(await bytesOf(ordinary, requests))
  expect(written).toContain(`X-Request-Id: ${ID}\r\n`)
})

test('what was set on an answer before is sent too', async () => {
  const closing =
    (answer: RequestListener): RequestListener =>
    (request, response) => {
      response.setHeader('Connection', 'close')
      answer(request, response)
    }
  const written = await bytesOf(closing(prepared), ask('GET'))
  expect(written).toContain('Connection: close\r\n')
  expect(written).toBe(await bytesOf(closing(ordinary), ask('GET')))
})

test('where Node has no such method any more, the ordinary one writes the same', async () => {
  const without: RequestListener = (request, response) => {
    const bare: ServerResponse = Object.create(response, { _storeHeader: { value: undefined } })
    let written: unknown[] = []
    bare.writeHead = (...given: unknown[]) => {
      written = given
      return bare
    }
    writePreparedHead(bare, head, ID)
    expect(written).toEqual([200, [...HEADERS, 'X-Request-Id', ID, 'Content-Length', String(BODY.length)]])
    ordinary(request, response)
  }
  expect(await bytesOf(without, ask('GET'))).toContain(BODY)
})

test.each([
  ['X-Band', 'line\r\nX-Own: 1'],
  ['X Band', 'none'],
])('a header that Node would refuse is refused: %s', (name, value) => {
  expect(() => prepareHead([name, value], 0)).toThrow(TypeError)
})
