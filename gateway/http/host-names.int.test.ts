import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'
import { ownHosts } from './host-names.ts'

const gateway = await gatewayOfFile({ config: { cachesResponses: true, showsMailbox: true } })

/** `fetch` would replace the Host header. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(gateway.url + path, { headers }, (response) => resolve(response.resume().statusCode))
      .on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode)
      })
      .on('error', reject)
      .end()
  })
}

const POLLING = '/socket.io/?EIO=4&transport=polling'
const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket'
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
}

describe('host name of a request', () => {
  test.each([
    ['/api/site', {}],
    ['/', {}],
    ['/api/mailbox', {}],
    [POLLING, {}],
    [WEBSOCKET, UPGRADE],
  ])('causes 421 at %s if it is of another site', async (path, headers) => {
    expect(await statusOf(path, { ...headers, host: 'evil.example' })).toBe(421)
    const forwarded = { 'x-forwarded-host': 'called-it.example' }
    expect(await statusOf(path, { ...headers, ...forwarded, host: 'evil.example' })).toBe(421)
    expect(await statusOf(path, { ...headers, host: 'called-it.example' })).not.toBe(421)
    expect(await statusOf(path, { ...headers, host: 'localhost:5173' })).not.toBe(421)
  })

  test.each([
    ['stays', undefined],
    ['breaks', new Error('read ECONNRESET')],
  ])('ends the connection of a refused upgrade whose client %s', async (_client, failure) => {
    const { server } = gateway.gateway
    server.prependOnceListener('upgrade', (_request, socket) => failure && socket.destroy(failure))
    const accepted = once(server, 'connection')
    const client = connect({ port: Number(new URL(gateway.url).port), allowHalfOpen: true })
    const lines = Object.entries({ ...UPGRADE, host: 'evil.example' }).map((header) => header.join(': '))
    client.write(`${[`GET ${WEBSOCKET} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
    const [connection] = await accepted
    await new Promise((resolve) => connection.once('close', resolve))
    client.destroy()
  })

  test.each([
    ['Host', 'host: evil.example'],
    ['Host, in a path for probes', 'HOST: called-it.example', '/healthz'],
    ['Host, of an upgrade', 'host: called-it.example', WEBSOCKET],
    ['Origin', 'origin: http://called-it.example\r\nOrigin: https://evil.example'],
    ['Content-Type', 'content-type: application/json\r\ncontent-type: text/plain'],
    ['Authorization', 'authorization: Bearer a\r\nauthorization: Bearer b'],
    ['Sec-Fetch-Site', 'sec-fetch-site: same-origin\r\nsec-fetch-site: cross-site'],
  ])('causes 400 where a header is repeated: %s', async (_header, lines, path = '/api/site') => {
    const upgrade =
      path === WEBSOCKET ? Object.entries(UPGRADE).map((header) => `\r\n${header.join(': ')}`) : []
    const head = `GET ${path} HTTP/1.1\r\nhost: called-it.example\r\n${lines}${upgrade.join('')}\r\n\r\n`
    const client = connect({ port: Number(new URL(gateway.url).port) })
    client.write(head)
    const [data] = await once(client, 'data')
    client.destroy()
    expect(String(data).split('\r\n', 1)).toEqual(['HTTP/1.1 400 Bad Request'])
  })

  test('is ignored for probes', async () => {
    expect(await statusOf('/healthz', { host: '10.0.0.7:3000' })).toBe(200)
    expect(await statusOf('/readyz?now', { host: '10.0.0.7:3000' })).toBe(200)
  })

  test.each([
    ['called-it.example', true, true],
    ['Called-It.example:8080', true, true],
    ['localhost', false, true],
    ['127.0.0.1:3000', false, true],
    ['[::1]:3000', false, true],
    ['evil.example', false, false],
    ['evil.called-it.example', false, false],
    ['called-it.example.evil.example', false, false],
    ['127.0.0.1.evil.example', false, false],
    ['localhost@evil.example', false, false],
    ['192.168.0.4', false, false],
    ['', false, false],
    [undefined, false, false],
  ])('is recognised in %s as our own: %s, on loopback: %s', (name, isOwn, isOwnOnLoopback) => {
    const site = { publicUrl: 'https://called-it.example', hasPublicUrl: true, isProduction: true }
    expect(ownHosts({ ...site, host: '0.0.0.0' })(name)).toBe(isOwn)
    expect(ownHosts({ ...site, host: '127.0.0.1' })(name)).toBe(isOwnOnLoopback)
  })

  test.each([
    ['0.0.0.0', false, true],
    ['127.0.0.1', true, true],
    ['127.0.0.1', false, false],
  ])('is any before the site has an address, on %s, in production %s: %s', (host, isProduction, isOwn) => {
    const publicUrl = 'http://localhost:3000'
    expect(ownHosts({ publicUrl, hasPublicUrl: false, host, isProduction })('band.example')).toBe(isOwn)
  })
})
