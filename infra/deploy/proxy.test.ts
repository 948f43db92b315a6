/** The proxy's own promises, against two small servers in place of the gateways. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@called-it/launch/port'
import { findOnPath } from '@called-it/launch/system-program'
import { ERRORS, errorBody } from '@called-it/shared/contract/errors'
import { findNginx, type RunningProxy, renderProxy, startProxy } from '@called-it/tests/support/proxy'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const nginx = findNginx()

type SmallServer = { readonly server: Server; readonly port: number; answer: RequestListener }

describe.skipIf(nginx === null)('with nginx, which is on this machine', () => {
  let servers: SmallServer[]
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

  /** A server that answers as a test wants. */
  async function startServer(): Promise<SmallServer> {
    const port = await freePort()
    const server = createServer((request, response) => started.answer(request, response))
    const started: SmallServer = { server, port, answer: () => undefined }
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return started
  }

  /** Lets each of the two answer in its way; each call notes who was asked. */
  function answerWith(...answers: RequestListener[]): { readonly asked: number[] } {
    const asked: number[] = []
    for (const [index, one] of servers.entries()) {
      one.answer = (request, response) => {
        asked.push(index)
        answers[index % answers.length]?.(request, response)
      }
    }
    return { asked }
  }

  const get = (path: string, init?: RequestInit) => fetch(proxy.url + path, init)

  test.each(['http', 'https'] as const)('nginx accepts what the container renders for %s', async (site) => {
    const folder = await renderProxy(site, { ...(await composeValues()), PROXY_CERTIFICATES: 'certificates' })
    onTestFinished(() => folder.remove())
    await makeCertificate(folder.file('certificates'))
    const { stderr } = await run(nginx ?? '', ['-t', ...folder.args()])
    expect(stderr).toContain('test is successful')
  })

  test('the client is named by its own address, and the host stays as it was asked for', async () => {
    answerWith(({ headers }, response) => response.end(JSON.stringify(headers)))
    const answer = await get('/api/site', {
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' },
    })
    expect(await answer.json()).toMatchObject({
      host: new URL(proxy.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
  })

  test('a connection by polling stays at one gateway: by a cookie that its first answer brings', async () => {
    const { asked } = answerWith((_, response) => response.end())
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

  test('a gateway that is back gets live connections at once, though none to it has ended', async () => {
    const [back, other] = servers
    if (!back || !other) throw new Error('two servers')
    const { asked } = answerWith(({ url }, response) => {
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

  test("a page's files come from whichever gateway has them", async () => {
    answerWith(
      (_, response) => response.writeHead(404).end(),
      (_, response) => response.end('a chunk of the other release'),
    )
    for (let request = 0; request < 4; request += 1) {
      expect(await (await get('/assets/chunk-1234.js')).text()).toBe('a chunk of the other release')
    }
    const { asked } = answerWith((_, response) => response.writeHead(404).end())
    expect((await get('/api/nothing')).status).toBe(404)
    expect(asked).toHaveLength(1)
  })

  test('a request that was sent is never repeated, unless it only reads', async () => {
    const cut: RequestListener = (request) => request.socket.destroy()
    const posted = answerWith(cut)
    const answer = await get('/api/predictions', { method: 'POST', body: '{}' })
    const { code, message } = errorBody.parse(await answer.json())
    expect({ status: answer.status, message, code }).toEqual({ ...ERRORS.unavailable, code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(posted.asked).toHaveLength(1)
    await untilBothAreTried()
    const read = answerWith(cut)
    expect((await get('/api/site')).status).toBe(503)
    expect(read.asked).toHaveLength(2)
    await untilBothAreTried()
  })

  test('what is beyond a picture is refused in the words of the contract', async () => {
    const { asked } = answerWith((request, response) =>
      request.resume().on('end', () => response.end('taken')),
    )
    const picture = await get('/api/auth/avatar', { method: 'POST', body: new Uint8Array(5.5 * 1024 ** 2) })
    expect(await picture.text()).toBe('taken')
    const beyond = await get('/api/auth/avatar', { method: 'POST', body: new Uint8Array(7 * 1024 ** 2) })
    const { code, message } = errorBody.parse(await beyond.json())
    expect({ status: beyond.status, message, code }).toEqual({ ...ERRORS.too_large, code: 'too_large' })
    expect(asked).toHaveLength(1)
  })

  /** A gateway that failed is left alone for a few seconds. */
  async function untilBothAreTried(): Promise<void> {
    const { asked } = answerWith((_, response) => response.end())
    const bothAsked = async () => {
      await get('/api/site')
      return new Set(asked).size
    }
    await expect.poll(bothAsked, { timeout: 20_000 }).toBe(2)
  }
})

/** What docker-compose.yml gives the proxy; Debian's nginx does not know `resolve` yet. */
async function composeValues(): Promise<Record<string, string>> {
  const compose = await readFile(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  const values = [...compose.matchAll(/^ +(PROXY_\w+): "?(.*?)"?$/gm)]
  expect(values.length).toBeGreaterThan(4)
  // A test's output is no file that nginx could open.
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
