import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { english } from '@called-it/languages/texts'
import { freePort } from '@called-it/launch/port'
import { findOnPath } from '@called-it/launch/system-program'
import { errorBody } from '@called-it/shared/contract/error-body'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import { findNginx, type RunningProxy, renderProxy, startProxy } from '@called-it/tests/support/proxy'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const nginx = findNginx()

type FakeGateway = { readonly server: Server; readonly port: number; respond: RequestListener }

describe.skipIf(nginx === null)('proxy', () => {
  let servers: FakeGateway[]
  let proxy: RunningProxy

  beforeAll(async () => {
    servers = await Promise.all([startServer(), startServer()])
    proxy = await startProxy(
      nginx ?? '',
      await freePort(),
      servers.map(({ port }) => port),
    )
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const { server } of servers) {
      server.close()
      server.closeAllConnections()
    }
  })

  async function startServer(): Promise<FakeGateway> {
    const port = await freePort()
    const server = createServer((request, response) => started.respond(request, response))
    const started: FakeGateway = { server, port, respond: () => undefined }
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return started
  }

  /** Sets the responses of the two gateways and records which of them get requests. */
  function respondWith(...listeners: RequestListener[]): { readonly asked: number[] } {
    const asked: number[] = []
    for (const [index, one] of servers.entries()) {
      one.respond = (request, response) => {
        asked.push(index)
        listeners[index % listeners.length]?.(request, response)
      }
    }
    return { asked }
  }

  const get = (path: string, init?: RequestInit) => fetch(proxy.url + path, init)

  test.each(['http', 'https'] as const)('accepts the rendered configuration for %s', async (site) => {
    const folder = await renderProxy(site, { ...(await composeValues()), PROXY_CERTIFICATES: 'certificates' })
    onTestFinished(() => folder.remove())
    await makeCertificate(folder.file('certificates'))
    const { stderr } = await run(nginx ?? '', ['-t', ...folder.args()])
    expect(stderr).toContain('test is successful')
  })

  test('forwards the address of the client and the requested host', async () => {
    respondWith(({ headers }, response) => response.end(JSON.stringify(headers)))
    const response = await get('/api/site', {
      headers: {
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
      },
    })
    const headers: unknown = await response.json()
    expect(headers).not.toHaveProperty('x-forwarded-host')
    expect(headers).toMatchObject({
      host: new URL(proxy.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
  })

  test('limits the connections of one address', async () => {
    const ports = servers.map(({ port }) => port)
    const limited = await startProxy(nginx ?? '', await freePort(), ports, 2)
    onTestFinished(() => limited.stop())
    respondWith((_, response) => response.flushHeaders())
    const open = () => fetch(`${limited.url}/socket.io/`)
    const [one, other] = [await open(), await open()]
    const refused = await open()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(errorBody.parse(await refused.json()).code).toBe('unavailable')
    for (const { body } of [one, other]) await body?.cancel()
  })

  test('keeps a polling connection on one gateway by a cookie', async () => {
    const { asked } = respondWith((_, response) => response.end())
    for (let browser = 0; browser < 10; browser += 1) {
      asked.length = 0
      const first = await get('/socket.io/?transport=polling')
      const [cookie = ''] = first.headers.getSetCookie()
      expect(cookie).toMatch(/^called_it_route=[0-9a-f]{32}; Path=\/socket.io\/; HttpOnly; SameSite=Strict$/)
      for (let request = 0; request < 4; request += 1) {
        const later = await get('/socket.io/?transport=polling&sid=one', {
          headers: { cookie: cookie.split(';')[0] ?? '' },
        })
        expect(later.headers.getSetCookie()).toEqual([])
      }
      expect(new Set(asked).size).toBe(1)
    }
  })

  test('sends live connections to a restarted gateway at once', async () => {
    const [back, other] = servers
    if (!back || !other) throw new Error('two servers')
    const { asked } = respondWith(({ url }, response) => {
      if (url === '/socket.io/?open') response.flushHeaders()
      else response.end()
    })
    const open = (browser: number, query: string) =>
      get(`/socket.io/?${query}`, { headers: { cookie: `called_it_route=${browser}` } })
    const browsers = Array.from({ length: 10 }, (_, browser) => browser)
    const openAll = (query: string) => Promise.all(browsers.map((browser) => open(browser, query)))

    back.server.close()
    back.server.closeAllConnections()
    for (const { status } of await openAll('refused')) expect(status).toBe(200)
    expect(new Set(asked)).toEqual(new Set([1]))
    await once(back.server.listen(back.port, '127.0.0.1'), 'listening')
    asked.length = 0
    const connections = await openAll('open')
    expect(asked.filter((one) => one === 0).length).toBeGreaterThan(1)
    for (const { body } of connections) await body?.cancel()
  })

  test('serves files from either gateway that has them', async () => {
    respondWith(
      (_, response) => response.writeHead(404).end(),
      (_, response) => response.end('a chunk of the other release'),
    )
    for (let request = 0; request < 4; request += 1) {
      expect(await (await get('/assets/chunk-1234.js')).text()).toBe('a chunk of the other release')
    }
    const { asked } = respondWith((_, response) => response.writeHead(404).end())
    expect((await get('/api/nothing')).status).toBe(404)
    expect(asked).toHaveLength(1)
  })

  test('repeats only requests that read', async () => {
    const cut: RequestListener = (request) => request.socket.destroy()
    const posted = respondWith(cut)
    const response = await get('/api/predictions', { method: 'POST', body: '{}' })
    const { code, message } = errorBody.parse(await response.json())
    expect({ status: response.status, message, code }).toEqual(sent('unavailable'))
    expect(response.headers.get('retry-after')).toBe('2')
    expect(posted.asked).toHaveLength(1)
    await untilBothAreTried()
    const read = respondWith(cut)
    expect((await get('/api/site')).status).toBe(503)
    expect(read.asked).toHaveLength(2)
    await untilBothAreTried()
  })

  test('rejects larger bodies than an image with the error of the contract', async () => {
    const { asked } = respondWith((request, response) =>
      request.resume().on('end', () => response.end('taken')),
    )
    const image = await get('/api/auth/avatar', { method: 'POST', body: new Uint8Array(5.5 * 1024 ** 2) })
    expect(await image.text()).toBe('taken')
    const beyond = await get('/api/auth/avatar', { method: 'POST', body: new Uint8Array(7 * 1024 ** 2) })
    const { code, message } = errorBody.parse(await beyond.json())
    expect({ status: beyond.status, message, code }).toEqual(sent('too_large'))
    expect(asked).toHaveLength(1)
  })

  /** nginx avoids a failed gateway for a few seconds. */
  async function untilBothAreTried(): Promise<void> {
    const { asked } = respondWith((_, response) => response.end())
    const bothAsked = async () => {
      await get('/api/site')
      return new Set(asked).size
    }
    await expect.poll(bothAsked, { timeout: 20_000 }).toBe(2)
  }
})

function sent(code: ErrorCode) {
  const { status, text } = ERRORS[code]
  return { status, message: english(text), code }
}

/** The settings of docker-compose.yml; Debian's nginx does not support `resolve` yet. */
async function composeValues(): Promise<Record<string, string>> {
  const compose = await readFile(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  const values = [...compose.matchAll(/^ +(PROXY_\w+): "?(.*?)"?$/gm)]
  expect(values.length).toBeGreaterThan(4)
  // nginx cannot open the output of a test.
  const others = values.filter(([, name]) => name !== 'PROXY_LOG')
  return Object.fromEntries(
    others.map(([, name = '', value = '']) => [
      name,
      value.replace(' resolve', '').replace('server gateway:', 'server 127.0.0.1:'),
    ]),
  )
}

async function makeCertificate(folder: string): Promise<void> {
  await mkdir(folder)
  const openssl = findOnPath(['openssl'])
  if (openssl === undefined) throw new Error('openssl is missing, which comes with nginx')
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await run(openssl, ['req', '-x509', ...newKey, '-subj', '/CN=localhost', ...files])
}
