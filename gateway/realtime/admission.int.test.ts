import { rooms } from '@called-it/shared/contract/events'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import {
  type ClientOptions,
  connectClient,
  ended,
  type TestGateway,
} from '@called-it/tests/support/realtime/open-gateway'
import { openRawSocket } from '@called-it/tests/support/realtime/raw-socket'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { LIMITS } from '../overload/limits.ts'
import { countVisitors } from './visitors.ts'

const gateways = setUpGateways()
const { open, connect, logIn } = gateways

/** A new database numbers them from 1. */
const TOURS = 21
beforeAll(async () => {
  for (let tours = 0; tours < TOURS; tours += 1) await makeTour(gateways.database.db)
})

async function expectServing(gateway: TestGateway) {
  const client = await connect(gateway)
  expect(await client.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
}

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://fans.example.evil.example' },
  { origin: 'http://fans.example:81' },
  { origin: 'http://fans.example' },
  { origin: 'https://fans.example:8443' },
  { origin: 'null' },
  { origin: 'rubbish' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test.for(FOREIGN)('rejects a page of another site: %o', async (headers) => {
  const gateway = await open()
  const { cookie } = logIn(1)
  for (const transports of [['websocket'], ['polling']] satisfies ClientOptions['transports'][]) {
    await expect(connectClient(gateway, { headers, cookie, transports })).rejects.toThrow()
  }
  expect(gateway.realtime.count()).toBe(0)
})

test('rejects a page of the same host with another scheme', async () => {
  const gateway = await open()
  const headers = { origin: gateway.url.replace('http:', 'https:') }
  await expect(connectClient(gateway, { headers })).rejects.toThrow()
})

test('accepts its own pages and clients that are not browsers', async () => {
  const gateway = await open()
  const own: Record<string, string>[] = [
    {},
    { origin: 'https://fans.example', 'sec-fetch-site': 'same-origin' },
    { origin: gateway.url },
  ]
  for (const headers of own) {
    for (const transports of [['websocket'], ['polling']] satisfies ClientOptions['transports'][]) {
      await connect(gateway, { headers, transports })
    }
  }
  expect(gateway.realtime.count()).toBe(6)
})

test('limits visitors per network until one leaves, and does not count users', async () => {
  const gateway = await open({ parts: { visitors: countVisitors(2) } })
  const { cookie } = logIn(1)
  const [first] = [await connect(gateway), await connect(gateway, { transports: ['polling'] })]
  await expect(connectClient(gateway)).rejects.toThrow()
  await connect(gateway, { cookie })
  first.socket.disconnect()
  await expect.poll(() => gateway.realtime.count()).toBe(2)
  await connect(gateway)
  await expect(connectClient(gateway)).rejects.toThrow()
})

test('ends the oldest connections of a session and of a user, with the reason', async () => {
  const limits = { ...LIMITS.clients, socketsOfSession: 2, socketsOfUser: 3 }
  const gateway = await open({ parts: { limits } })
  const [phone, laptop] = [logIn(1), logIn(1, { device: 'laptop' })]
  const [first, second] = [await connect(gateway, phone), await connect(gateway, phone)]
  const other = await connect(gateway, logIn(2))
  const ends = [ended(first), ended(second)]
  await connect(gateway, phone)
  expect(await ends[0]).toBe('io server disconnect')
  expect(second.socket.connected).toBe(true)
  for (let time = 0; time < 2; time += 1) await connect(gateway, laptop)
  expect(await ends[1]).toBe('io server disconnect')
  for (const client of [first, second]) expect(client.all('connection:replaced')).toEqual([{}])
  expect([other.socket.connected, gateway.realtime.count()]).toEqual([true, 4])
})

test('notices at once that a client left during a poll', async () => {
  const gateway = await open()
  const poll = async (query: string, init?: RequestInit) =>
    (await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling${query}`, init)).text()
  const { sid } = z.object({ sid: z.string() }).parse(JSON.parse((await poll('')).slice(1)))
  await poll(`&sid=${sid}`, { method: 'POST', body: '40' })
  await poll(`&sid=${sid}`)
  expect(gateway.realtime.count()).toBe(1)

  const leaving = new AbortController()
  const left = poll(`&sid=${sid}`, { signal: leaving.signal })
  // By the time of its response, the poll has been sent.
  await fetch(gateway.url)
  leaving.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => gateway.realtime.count()).toBe(0)
})

test('rejects a socket beyond the maximum until one leaves', async () => {
  const gateway = await open({ parts: { limits: { ...LIMITS.clients, connections: 5, httpConnections: 4 } } })
  const { socket } = await connect(gateway)
  await expect(connectClient(gateway)).rejects.toThrow()
  socket.disconnect()
  await expect.poll(() => gateway.realtime.count()).toBe(0)
  await connect(gateway)
})

test('rejects a connection while its session cannot be read', async () => {
  const gateway = await open({
    parts: { readSession: () => Promise.reject(new Error('the database is away')) },
  })
  await expect(connectClient(gateway)).rejects.toThrow()
})

test('joins a socket to no requested room except those of boards', async () => {
  const gateway = await open()
  const victim = await connect(gateway, logIn(1, { isAdmin: true }))
  const { socket, names } = await connect(gateway)
  const raw: { emit(name: string, ...args: unknown[]): void } = socket
  for (const name of ['join', 'subscribe', 'room', 'board:watch', 'leaderboard:changed']) {
    for (const room of [rooms.admins, rooms.user(1)]) raw.emit(name, room)
  }
  const invalid = [
    ...['1', 0, -1, 1.5, { toString: 1 }].map((tourId) => ({ tourId })),
    { tourId: 1, room: 'admins' },
  ]
  for (const watch of [...invalid, {}, null, 'admins', [1]]) {
    expect(await new Promise((resolve) => raw.emit('board:watch', watch, resolve))).toEqual({ ok: false })
  }
  raw.emit('board:watch')
  raw.emit('board:watch', { tourId: 1 }, 'not a function')
  raw.emit('board:unwatch', null)
  await gateways.publisher.publish('session:revoked', { userId: 1, reason: 'rights' })
  await victim.next('session:revoked')
  await expectServing(gateway)
  expect(names()).toEqual([])
})

test('refuses to watch the board of a tour that does not exist', async () => {
  const gateway = await open()
  const { socket } = await connect(gateway)
  for (const tourId of [TOURS + 1, 2_147_483_647, 2 ** 40]) {
    expect(await socket.emitWithAck('board:watch', { tourId })).toEqual({ ok: false })
  }
  const { id } = await makeTour(gateways.database.db)
  expect(await socket.emitWithAck('board:watch', { tourId: id })).toEqual({ ok: true })
})

test('rejects every namespace but the main one', async () => {
  const gateway = await open()
  await expect(connectClient({ url: `${gateway.url}/admins` })).rejects.toThrow('Invalid namespace')
})

test('limits a socket to twenty watched boards', async () => {
  const gateway = await open()
  const { socket } = await connect(gateway)
  for (let tourId = 1; tourId <= 20; tourId += 1) {
    expect(await socket.emitWithAck('board:watch', { tourId })).toEqual({ ok: true })
  }
  expect(await socket.emitWithAck('board:watch', { tourId: 21 })).toEqual({ ok: false })
  expect(await socket.emitWithAck('board:watch', { tourId: 20 })).toEqual({ ok: true })
  socket.emit('board:unwatch', { tourId: 1 })
  expect(await socket.emitWithAck('board:watch', { tourId: 21 })).toEqual({ ok: true })
})

test('closes a connection that floods, and keeps serving others', async () => {
  const gateway = await open()
  const flooding = await connect(gateway)
  const end = ended(flooding)
  for (let tourId = 1; tourId <= 500; tourId += 1) flooding.socket.emit('board:unwatch', { tourId })
  await end
  await expectServing(gateway)
})

test.for([
  ['floods with requests to join', new Array(500).fill('40')],
  // `ws` alone would wait 30 s for the close frame that this client never sends.
  ['does not return the close frame within a second', ['4rubbish']],
] as const)('cuts off a client that %s', { timeout: 15_000 }, async ([, packets]) => {
  const gateway = await open()
  const raw = await openRawSocket(gateway.port)
  const end = new Promise((resolve) => raw.stream.once('close', resolve))
  raw.stream.resume()
  for (const packet of packets) raw.send(packet)
  await end
  await expectServing(gateway)
})

test('keeps a connection that sends a few packets for a long time', async () => {
  const gateway = await open()
  const { socket } = await connect(gateway)
  for (let round = 0; round < 3; round += 1) {
    for (let time = 0; time < 50; time += 1) socket.emit('board:unwatch', { tourId: 1 })
    expect(await socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
    gateway.clock.advance(10_000)
  }
})

test('closes a connection that sends binary data', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const end = ended(client)
  const anything: { emit(name: string, ...args: unknown[]): void } = client.socket
  anything.emit('board:watch', Buffer.from('binary'))
  await end
  await expectServing(gateway)
})
