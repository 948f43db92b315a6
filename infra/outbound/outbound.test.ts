import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { cert, key } from '@called-it/tests/fixtures/loopback-certificate'
import { listenOnLoopback, stopServer } from '@called-it/tests/support/loopback-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkAddress, openOutbound, type Resolve } from './outbound.ts'
import { OutboundError, type OutboundErrorCode } from './outbound-error.ts'

const LOOPBACK = '127.0.0.1'
const PUBLIC = '9.9.9.9'

/** Gives the addresses of one list after the other, and then those of the last one. */
function resolveInTurn(...lists: string[][]): Resolve {
  const left = [...lists]
  return (_host, _options, done) => {
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

async function startReceiver(respond: RequestListener) {
  const server = createServer({ key, cert }, respond)
  onTestFinished(() => stopServer(server))
  return `localhost:${await listenOnLoopback(server)}`
}

const message = { headers: { 'x-kind': 'test' }, body: '{"a":"ü"}' }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof OutboundError ? error.code : error),
  )

describe('outbound request', () => {
  test('arrives whole and gives the status', async () => {
    const bodies: string[] = []
    const host = await startReceiver(async (request, response) => {
      const chunks = await request.toArray()
      bodies.push(`${request.method} ${request.headers['x-kind']} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(429).end()
    })
    const outbound = openOutbound({ allow: [host], ca: cert })
    expect(await outbound.send({ url: `https://${host}/in`, ...message })).toEqual({ status: 429 })
    expect(bodies).toEqual(['POST test {"a":"ü"}'])
  })

  test('does not follow a redirect', async () => {
    const paths: (string | undefined)[] = []
    const host = await startReceiver((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: '/private' }).end()
    })
    const outbound = openOutbound({ allow: [host], ca: cert })
    expect((await outbound.send({ url: `https://${host}/`, ...message })).status).toBe(307)
    expect(paths).toEqual(['/'])
  })

  test('ends a response without an end', async () => {
    const ended = Promise.withResolvers<void>()
    const host = await startReceiver((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(16_384)));
      }
      response.on('drain', write).on('close', ended.resolve)
      write()
    })
    const outbound = openOutbound({ allow: [host], ca: cert })
    expect((await outbound.send({ url: `https://${host}/`, ...message })).status).toBe(200)
    await ended.promise
  })

  test('keeps its connection where wanted, and repeats once when that is lost', async () => {
    const ports: (number | undefined)[] = []
    const host = await startReceiver(async (request, response) => {
      ports.push(request.socket.remotePort)
      await request.toArray()
      // Each connection responds twice, and ends at its third request.
      if (ports.filter((port) => port === request.socket.remotePort).length > 2) request.socket.destroy()
      else response.end()
    })
    const outbound = openOutbound({ allow: [host], ca: cert })
    const send = () => outbound.send({ url: `https://${host}/`, ...message, isKept: true })
    for (let count = 0; count < 3; count += 1) expect((await send()).status).toBe(200)
    const [first, ...others] = ports
    expect(others).toEqual([first, first, expect.any(Number)])
    expect(others.at(-1)).not.toBe(first)
  })

  test('gives the time that the host wants', async () => {
    const host = await startReceiver((_request, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    )
    const outbound = openOutbound({ allow: [host], ca: cert })
    const sent = await outbound.send({ url: `https://${host}/`, ...message })
    expect(sent).toEqual({ status: 429, retryAfter: '7' })
  })

  test('tells a lost response from one that is late', async () => {
    const host = await startReceiver((request) => request.resume().on('end', () => request.socket.destroy()))
    const lost = openOutbound({ allow: [host], ca: cert }).send({ url: `https://${host}/`, ...message })
    await expect(lost).rejects.toMatchObject({ code: 'response-lost' })
    const silent = await startReceiver((request) => request.resume())
    const late = openOutbound({ allow: [silent], ca: cert }).send({
      url: `https://${silent}/`,
      ...message,
      timeoutMs: 200,
    })
    await expect(late).rejects.toMatchObject({ code: 'timed-out' })
  })

  test('reaches no server with a certificate that is not trusted', async () => {
    const host = await startReceiver((_request, response) => response.end())
    const send = openOutbound({ allow: [host] }).send({ url: `https://${host}/`, ...message })
    await expect(send).rejects.toMatchObject({ code: 'not-reached' })
  })

  test('never connects to a name whose addresses are private when it connects', async () => {
    let requests = 0
    const host = await startReceiver((_request, response) => {
      requests++
      response.end()
    })
    const url = `https://${host.replace('localhost', 'a.receiver.example')}/`
    const resolve = resolveInTurn([PUBLIC], [LOOPBACK])
    await checkAddress(url, { allow: [], resolve })
    const outbound = openOutbound({ allow: [], ca: cert, resolve })
    expect(await codeOf(outbound.send({ url, ...message }))).toBe('address-refused')
    const mixed = openOutbound({ allow: [], ca: cert, resolve: resolveInTurn([PUBLIC, LOOPBACK]) })
    expect(await codeOf(mixed.send({ url, ...message }))).toBe('address-refused')
    expect(requests).toBe(0)
    const allowed = openOutbound({ allow: ['a.receiver.example'], ca: cert, resolve })
    expect((await allowed.send({ url, ...message })).status).toBe(200)
  })
})

describe('address of a request', () => {
  test.each<[string, OutboundErrorCode]>([
    ['http://receiver.example/', 'address-malformed'],
    ['https://user:secret@receiver.example/', 'address-malformed'],
    ['javascript:alert(1)', 'address-malformed'],
    ['nonsense', 'address-malformed'],
    ['https://127.0.0.1/', 'address-refused'],
    ['https://2130706433/', 'address-refused'],
    ['https://0x7f.1/', 'address-refused'],
    ['https://017700000001/', 'address-refused'],
    ['https://[::1]/', 'address-refused'],
    ['https://[::ffff:169.254.169.254]/', 'address-refused'],
    ['https://localhost/', 'address-refused'],
  ])('refuses %s as %s, before and at the request', async (url, code) => {
    expect(await codeOf(checkAddress(url, { allow: [] }))).toBe(code)
    const error = await openOutbound({ allow: [] })
      .send({ url, ...message })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code })
    expect(String(error)).not.toMatch(/receiver|secret|127/)
  })

  test('finds no addresses of an unknown name', async () => {
    const resolve: Resolve = (_host, _options, done) => done(new Error('ENOTFOUND'), [])
    expect(await codeOf(checkAddress('https://none.example/', { allow: [], resolve }))).toBe('name-unknown')
  })
})
