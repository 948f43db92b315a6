import { connect } from 'node:net'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const fanCookie = await gateway.loginAs(await makeUser(db))
const adminCookie = await gateway.loginAs(await makeAdmin(db))
await makeTour(db)

describe('request body', () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    gateway.send('POST', '/api/predictions', { as: fanCookie, body, headers: { 'content-type': type } })

  test.each([
    ['broken JSON', '{"show_id":'],
    ['a duplicate key', '{"show_id":1,"show_id":2,"setlist":{"set1":[],"set2":[],"encore":[]}}'],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['an empty body', ''],
  ])('returns 400 for %s', async (_, body) => {
    expect(await send(body)).toMatchObject(refusal(400, 'malformed'))
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'returns 415 for the content type "%s"',
    async (type) => {
      expect(await send('{}', type)).toMatchObject(refusal(415, 'wrong_type'))
    },
  )

  test('returns 422 with an issue for every invalid field', async () => {
    const response = await send(JSON.stringify({ show_id: -1, setlist: { set1: [{ id: '1e3' }], set2: 1 } }))
    expect(response.status).toBe(422)
    expect(response.json).toMatchObject({
      code: 'invalid',
      issues: expect.arrayContaining([
        { path: 'show_id', message: expect.any(String) },
        { path: 'setlist.set2', message: expect.any(String) },
        { path: 'setlist.encore', message: expect.any(String) },
      ]),
    })
  })
})

describe('path', () => {
  test.each([
    ['/%E0%A4%A', 400, 'malformed_path'],
    ['/api/shows/%00', 400, 'malformed_path'],
    ['/api/shows/1e3', 400, 'malformed_path'],
    ['/api/shows/99999999999', 400, 'malformed_path'],
    ['/api/shows/2147483647', 404, 'show_not_found'],
    ['/api/nothing', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/else-notebook/random', 404, 'not_found'],
    ['/api/press-notebook/random?count=51', 422, 'invalid'],
    ['/api/press-notebook/random?other=1', 422, 'invalid'],
  ])('is refused for %s with %i %s', async (path, status, code) => {
    expect(await gateway.send('GET', path)).toMatchObject({ status, json: { code } })
  })

  test.each(['/api/tours/', '/API/Tours', '/api/tours?'])('matches the tours at %s', async (path) => {
    expect(await gateway.send('GET', path)).toMatchObject({
      status: 200,
      json: { tours: [expect.anything()] },
    })
  })

  test('never redirects to another site', async () => {
    const { headers, status } = await gateway.send('GET', '//evil.example/%2e%2e')
    expect(headers.get('location')).toBeNull()
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('returns 404 for another method', async () => {
    const response = await gateway.send('PUT', '/api/tours')
    expect(response).toMatchObject(refusal(404, 'not_found'))
  })
})

describe('cross-site request', () => {
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
    [{ origin: 'https://called-it.example' }],
    [{ origin: 'http://called-it.example:8080' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ])('returns 403 for %o', async (headers) => {
    expect(await change(headers)).toMatchObject(refusal(403, 'foreign_origin'))
    expect(await overlay()).toMatchObject({ config: { siteOverlayEnabled: false } })
  })

  test('returns 403 for another scheme or port of the requested host', async () => {
    const { port } = new URL(gateway.url)
    for (const origin of [
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${Number(port) - 1}`,
      'http://127.0.0.1',
    ]) {
      expect(await change({ origin })).toMatchObject(refusal(403, 'foreign_origin'))
    }
  })

  test.each([
    () => ({}),
    () => ({ origin: 'http://called-it.example', 'sec-fetch-site': 'same-origin' }),
    () => ({ origin: gateway.url }),
    () => ({ 'sec-fetch-site': 'none' }),
  ])('allows changes by pages of this site and by other clients', async (headers) => {
    expect(await change(headers())).toMatchObject({ status: 200 })
  })

  test.each([
    ['in production', { isProduction: true }],
    ['behind a proxy', { trustProxy: 1 }],
  ])('accepts only the origin of the public URL %s', async (_, config) => {
    const other = await gatewayOfTest({ config })
    const statusFrom = async (origin: string) => {
      const headers = { origin, 'x-forwarded-host': new URL(origin).host }
      return (await other.send('POST', '/api/auth/logout', { headers })).status
    }
    const statuses = await Promise.all(['http://called-it.example', other.url].map(statusFrom))
    expect(statuses).toEqual([200, 403])
  })
})

describe('response', () => {
  test('has the security headers of data and a request id', async () => {
    const { headers } = await gateway.send('GET', '/api/tours', { headers: { 'x-request-id': 'mine' } })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('referrer-policy')).toBeNull()
    expect(headers.get('permissions-policy')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{18}-\d+$/)
  })

  test('returns 304 for a known ETag', async () => {
    const first = await gateway.send('GET', '/api/tours')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const second = await gateway.send('GET', '/api/tours', {
      // Otherwise fetch sends no-cache.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(second).toMatchObject({ status: 304, text: '' })
  })

  test('forbids caching of personal data and of changes', async () => {
    const read = await gateway.send('GET', '/api/auth/me', { as: fanCookie })
    expect(read.headers.get('cache-control')).toBe('no-store')
    const change = await gateway.send('POST', '/api/auth/resend-verification', {
      json: { email: 'nobody@example.test' },
    })
    expect(change.headers.get('cache-control')).toBe('no-store')
  })

  test('equals that of GET without its body for HEAD', async () => {
    const get = await gateway.send('GET', '/api/tours')
    const head = await gateway.send('HEAD', '/api/tours')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
  })

  test('creates no session for a visitor', async () => {
    const read = await gateway.send('GET', '/api/tours')
    const change = await gateway.send('POST', '/api/auth/logout')
    expect([read.headers.get('set-cookie'), change.status]).toEqual([null, 200])
  })
})

describe('raw request', () => {
  const headers = Array.from({ length: 100 }, (_, index) => `X-${index}: 1\r\n`).join('')
  test.each([
    [405, 'TRACE', 'TRACE /api/tours HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    [
      400,
      'a hundred headers',
      `GET /api/tours HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`,
    ],
    [431, 'headers of 20 KB', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('returns %i for %s', async (status, _, text) => {
    expect(await sendRaw(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('limits the time of a slow client', () => {
    // Node enforces the limits, so only their values are tested.
    const { headersTimeout, requestTimeout } = gateway.gateway.server
    expect(headersTimeout).toBeLessThanOrEqual(10_000)
    expect(requestTimeout).toBeLessThanOrEqual(30_000)
  })
})

/** The response to these exact bytes, read until the gateway closes the connection. */
function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  return new Promise((resolve, reject) => {
    let received = ''
    connect(Number(port), hostname)
      .on('error', reject)
      .on('data', (chunk) => {
        received += chunk.toString()
      })
      .on('close', () => resolve(received))
      .end(text)
  })
}
