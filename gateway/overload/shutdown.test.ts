import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { trackConnections } from './open-connections.ts'
import { prepareShutdown } from './shutdown.ts'

const NEVER_MS = 600_000

async function listen(respond: RequestListener = (_request, response) => response.end('done')) {
  const drain = new AbortController()
  const server = createServer({ keepAliveTimeout: NEVER_MS }, respond)
  const shutdown = prepareShutdown(server, trackConnections(server), drain.signal)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const { port } = address
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
  })
  return {
    ...shutdown,
    drain: () => drain.abort(),
    connect: () => connect(port, '127.0.0.1'),
    async request() {
      const [response]: IncomingMessage[] = await once(get({ agent, port, host: '127.0.0.1' }), 'response')
      if (!response) throw new Error('no response')
      return { connection: response.headers.connection, body: () => text(response) }
    },
  }
}

describe('shutdown', () => {
  test('refuses new connections and serves open ones once more', async () => {
    const server = await listen()
    const before = await server.request()
    expect([before.connection, await before.body()]).toEqual(['keep-alive', 'done'])
    await server.refuseConnections()
    server.drain()
    const finished = server.finishRequests(NEVER_MS)
    const [refusal] = await once(server.connect(), 'error')
    expect(refusal).toMatchObject({ code: 'ECONNREFUSED' })
    const last = await server.request()
    expect([last.connection, await last.body()]).toEqual(['close', 'done'])
    await finished
  })

  test('closes the connection of a request that was running before the drain', async () => {
    const running = Promise.withResolvers<() => void>()
    const server = await listen((_request, response) => running.resolve(() => response.end('done')))
    const requested = server.request()
    const respond = await running.promise
    await server.refuseConnections()
    server.drain()
    respond()
    const response = await requested
    expect([response.connection, await response.body()]).toEqual(['close', 'done'])
    await server.finishRequests(NEVER_MS)
  })

  test('leaves a connection open when its response began before the drain', async () => {
    let finish = () => {}
    const server = await listen((_request, response) => {
      response.write('started, ')
      finish = () => void response.end('done')
    })
    const first = await server.request()
    await server.refuseConnections()
    server.drain()
    const finished = server.finishRequests(NEVER_MS)
    finish()
    expect([first.connection, await first.body()]).toEqual(['keep-alive', 'started, done'])
    const last = await server.request()
    finish()
    expect([last.connection, await last.body()]).toEqual(['close', 'started, done'])
    await finished
  })

  test('closes idle and unused connections after the grace period', async () => {
    const server = await listen()
    const unused = server.connect()
    await once(unused, 'connect')
    await (await server.request()).body()
    await server.refuseConnections()
    server.drain()
    await Promise.all([server.finishRequests(1), once(unused, 'close')])
  })
})
