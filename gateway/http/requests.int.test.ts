import { connect } from 'node:net'
import { makeAdmin, makeTour, makeUser } from '@called-it/infra/postgres/factories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../testing/start-gateway.ts'

let gateway: TestGateway
let fanCookie: string
let adminCookie: string

beforeAll(async () => {
  gateway = await startGateway()
  fanCookie = await gateway.loginAs(await makeUser(gateway.postgres.db))
  adminCookie = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
  await makeTour(gateway.postgres.db)
})
afterAll(() => gateway.stop())

describe('a body', () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    gateway.send('POST', '/api/predictions', { as: fanCookie, body, headers: { 'content-type': type } })

  test.each([
    ['broken JSON', '{"show_id":'],
    ['a key twice', '{"show_id":1,"show_id":2,"setlist":{"set1":[],"set2":[],"encore":[]}}'],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('of %s is malformed', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, json: { code: 'malformed' } })
  })

  test('that is missing is malformed', async () => {
    const answer = await gateway.send('POST', '/api/predictions', { as: fanCookie })
    expect(answer).toMatchObject({ status: 400, json: { code: 'malformed' } })
  })

  test('of a megabyte is too large', async () => {
    expect(await send(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))).toMatchObject({
      status: 413,
      json: { code: 'too_large' },
    })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'that calls itself %s is of the wrong type',
    async (type) => {
      expect(await send('{}', type)).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
    },
  )

  test('with fields that are not valid names them', async () => {
    const answer = await send(JSON.stringify({ show_id: -1, setlist: { set1: [{ id: '1e3' }], set2: 1 } }))
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({
      code: 'invalid',
      issues: expect.arrayContaining([
        { path: 'show_id', message: expect.any(String) },
        { path: 'setlist.set2', message: expect.any(String) },
        { path: 'setlist.encore', message: expect.any(String) },
      ]),
    })
  })

  test.each(['__proto__', 'constructor', 'is_admin'])('cannot bring a field %s in', async (field) => {
    const answer = await gateway.send('POST', '/api/auth/register', {
      body: `{"email":"proto@example.test","display_name":"Proto","password":"long enough","${field}":{"isAdmin":true}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
  })
})

describe('an address', () => {
  test.each([
    ['/api/%E0%A4%A', 400, 'malformed_path'],
    ['/%E0%A4%A', 400, 'malformed_path'],
    ['/api/shows/%00', 400, 'malformed_path'],
    ['/api/shows/1e3', 400, 'malformed_path'],
    ['/api/shows/0', 400, 'malformed_path'],
    ['/api/shows/-1', 400, 'malformed_path'],
    ['/api/shows/99999999999', 400, 'malformed_path'],
    ['/api/shows/1%27%20OR%201=1', 400, 'malformed_path'],
    ['/api/shows/random', 400, 'malformed_path'],
    ['/api/shows/2147483647', 404, 'show_not_found'],
    ['/api/nothing', 404, 'not_found'],
    ['/API/NOTHING', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/someone/random', 404, 'not_found'],
    ['/api/else-notebook/random', 404, 'not_found'],
    ['/api/press-notebook/random?count=0', 422, 'invalid'],
    ['/api/press-notebook/random?count=51', 422, 'invalid'],
    ['/api/press-notebook/random?other=1', 422, 'invalid'],
  ])('%s answers %i %s', async (path, status, code) => {
    expect(await gateway.send('GET', path)).toMatchObject({ status, json: { code } })
  })

  test.each(['/api/tours/', '/API/Tours', '/api/tours?'])('%s is that of the tours', async (path) => {
    expect(await gateway.send('GET', path)).toMatchObject({
      status: 200,
      json: { tours: [expect.anything()] },
    })
  })

  test('//evil leads nowhere else', async () => {
    const { headers, status } = await gateway.send('GET', '//evil.example/%2e%2e')
    expect(headers.get('location')).toBeNull()
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('with a method that it does not have leads nowhere', async () => {
    expect(await gateway.send('PUT', '/api/tours')).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
  })
})

describe('a change asked for by a page', () => {
  const change = (headers: Record<string, string>) =>
    gateway.send('POST', '/api/admin/config', {
      as: adminCookie,
      headers,
      json: { config: { testModeEnabled: true, siteOverlayEnabled: true } },
    })
  const overlay = async () => (await gateway.send('GET', '/api/admin/config')).json

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://called-it.example.evil.example' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ])('of another site is refused: %o', async (headers) => {
    expect(await change(headers)).toMatchObject({ status: 403, json: { code: 'foreign_origin' } })
    expect(await overlay()).toMatchObject({ config: { siteOverlayEnabled: false } })
  })

  test('in plain text is refused', async () => {
    const answer = await gateway.send('POST', '/api/admin/config', {
      as: adminCookie,
      body: '{"config":{"testModeEnabled":true,"siteOverlayEnabled":true}}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(415)
    expect(await overlay()).toMatchObject({ config: { siteOverlayEnabled: false } })
  })

  test.each([
    () => ({}),
    () => ({ origin: 'http://called-it.example', 'sec-fetch-site': 'same-origin' }),
    () => ({ origin: gateway.url }),
    () => ({ 'sec-fetch-site': 'none' }),
  ])('of ours, or by no browser, is carried out', async (headers) => {
    expect(await change(headers())).toMatchObject({ status: 200 })
  })
})

describe('an answer', () => {
  test('has the headers that keep a browser safe, but for those of pages, and an id', async () => {
    const { headers } = await gateway.send('GET', '/api/tours', { headers: { 'x-request-id': 'mine' } })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('referrer-policy')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is not sent again to who has it', async () => {
    const first = await gateway.send('GET', '/api/tours')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const second = await gateway.send('GET', '/api/tours', {
      // Otherwise fetch asks for an answer that passes over every cache.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(second).toMatchObject({ status: 304, text: '' })
  })

  test('to a fan is kept by nobody else, and that to a change by nobody', async () => {
    const read = await gateway.send('GET', '/api/auth/me', { as: fanCookie })
    expect(read.headers.get('cache-control')).toBe('private, no-cache')
    const change = await gateway.send('POST', '/api/auth/resend-verification', {
      json: { email: 'nobody@example.test' },
    })
    expect(change.headers.get('cache-control')).toBe('no-store')
  })

  test('to HEAD is that to GET without its body', async () => {
    const get = await gateway.send('GET', '/api/tours')
    const head = await gateway.send('HEAD', '/api/tours')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
  })

  test('is compressed where it is long and the client can read that', async () => {
    const { headers } = await gateway.send('GET', '/api/openapi.json', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers.get('content-encoding')).toBe('gzip')
  })

  test('makes no session for a visitor', async () => {
    const read = await gateway.send('GET', '/api/tours')
    const change = await gateway.send('POST', '/api/auth/logout')
    expect([read.headers.get('set-cookie'), change.status]).toEqual([null, 200])
  })
})

describe('a raw request', () => {
  test('to TRACE is refused', async () => {
    expect(await sendRaw('TRACE /api/tours HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 405 /,
    )
  })

  test('with a hundred headers is refused', async () => {
    const headers = Array.from({ length: 100 }, (_, index) => `X-${index}: 1\r\n`).join('')
    expect(
      await sendRaw(`GET /api/tours HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`),
    ).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('that dawdles is cut off', () => {
    // How long Node lets a client take is its own affair; that it is told to is ours.
    const { headersTimeout, requestTimeout } = gateway.gateway.server
    expect(headersTimeout).toBeLessThanOrEqual(10_000)
    expect(requestTimeout).toBeLessThanOrEqual(30_000)
  })

  test('with headers of 20 KB is refused', async () => {
    expect(await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })
})

/** What the gateway answers to these very bytes, until it closes the connection. */
function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    connect(Number(port), hostname)
      .on('error', reject)
      .on('data', (chunk) => {
        answer += chunk.toString()
      })
      .on('close', () => resolve(answer))
      .end(text)
  })
}
