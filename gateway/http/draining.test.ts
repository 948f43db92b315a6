/** How a server ends behind a proxy, which keeps connections to it and sends requests into them at any moment. */
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainInOrder } from './draining.ts'

const PATIENT = { timeout: 20_000 }
/** Longer than any test takes. */
const FOR_LONG_MS = 600_000

async function listen(keptMs: number, answer: RequestListener = (_, response) => response.end('answered')) {
  const drain = new AbortController()
  const server = createServer({ keepAliveTimeout: FOR_LONG_MS }, answer)
  const draining = drainInOrder(server, drain.signal, keptMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
  })
  return {
    agent,
    port: portOf(server),
    async end() {
      await draining.refuseConnections()
      drain.abort()
      return { answered: draining.answered() }
    },
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

async function ask({ agent, port }: { agent: Agent; port: number }): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(get({ agent, port, host: '127.0.0.1' }), 'response')
  if (!answer) throw new Error('no answer')
  return answer
}

test('a kept connection is answered once more, and new ones are refused', async () => {
  const server = await listen(FOR_LONG_MS)
  await text(await ask(server))
  await vi.waitFor(() => expect(Object.keys(server.agent.freeSockets)).toHaveLength(1), PATIENT)
  const { answered } = await server.end()
  const refused = connect(server.port, '127.0.0.1')
  expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' })
  const last = await ask(server)
  expect([last.headers.connection, await text(last)]).toEqual(['close', 'answered'])
  await answered
})

test('an answer that was on its way is whole, and its connection is not closed under the next request', async () => {
  let finish = () => undefined as unknown
  const server = await listen(FOR_LONG_MS, (_, response) => {
    response.write('begun, ')
    finish = () => response.end('ended')
  })
  const first = await ask(server)
  const { answered } = await server.end()
  finish()
  expect([first.headers.connection, await text(first)]).toEqual(['keep-alive', 'begun, ended'])
  const last = await ask(server)
  finish()
  expect([last.headers.connection, await text(last)]).toEqual(['close', 'begun, ended'])
  await answered
})

test('connections without work are closed once no proxy keeps them any more, and those without a request', async () => {
  const server = await listen(1)
  const unused = connect(server.port, '127.0.0.1')
  await text(await ask(server))
  const { answered } = await server.end()
  await Promise.all([answered, once(unused, 'close')])
})

test('of several requests that were sent at once the last one alone closes, whether it came before or after the end began', async () => {
  const finishing: (() => void)[] = []
  const server = await listen(
    FOR_LONG_MS,
    (_, response) => void finishing.push(() => response.end('answered')),
  )
  const socket = connect(server.port, '127.0.0.1')
  const whole = text(socket)
  const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'
  socket.write(request + request)
  await vi.waitFor(() => expect(finishing).toHaveLength(2), PATIENT)
  const { answered } = await server.end()
  socket.write(request)
  await vi.waitFor(() => expect(finishing).toHaveLength(3), PATIENT)
  for (const finish of finishing) finish()
  await answered
  const answers = (await whole).split('HTTP/1.1 200 OK').slice(1)
  expect(answers.map((answer) => answer.includes('Connection: close'))).toEqual([false, false, true])
})
