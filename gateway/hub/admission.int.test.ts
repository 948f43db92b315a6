import { testRedis } from '@called-it/infra/embedded/test-redis'
import { createTestDatabase, type TestDatabase } from '@called-it/infra/postgres/test-database'
import { rooms, topics } from '@called-it/shared/contract/live'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { HubParts } from './hub.ts'
import type { LiveSession } from './live-socket.ts'
import {
  type ClientOptions,
  connectClient,
  makeClient,
  openGateway,
  openPublisher,
  type Place,
  type TestClient,
  type TestGateway,
  type TestSessions,
} from './testing/open-gateway.ts'
import { joinRaw, openRawSocket } from './testing/raw-socket.ts'

let database: TestDatabase
let place: Place
let publisher: ReturnType<typeof openPublisher>
const sessions: TestSessions = new Map()
const cleanUps: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { url, prefix } = testRedis()
  place = { db: database.db, redisUrl: url, channel: `${prefix}:live` }
  publisher = openPublisher(place)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  sessions.clear()
})
afterAll(async () => {
  publisher.close()
  await database.drop()
})

async function open(parts: Partial<HubParts> = {}): Promise<TestGateway> {
  const gateway = await openGateway(place, sessions, parts)
  cleanUps.push(() => gateway.close())
  return gateway
}

async function connect(gateway: TestGateway, options: ClientOptions = {}) {
  const client = await connectClient(gateway, options)
  cleanUps.push(() => void client.socket.disconnect())
  return client
}

function logIn(userId: number, { device = 'phone', isAdmin = false } = {}) {
  const cookie = `session=${userId}-${device}`
  const session: LiveSession = { userId, isAdmin, sessionHash: `hash-${userId}-${device}` }
  sessions.set(cookie, session)
  return { cookie, session }
}

/** Resolves when the hub has ended the connection. */
function ended({ socket }: TestClient): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve))
}

/** The hub still lives and serves. */
async function expectAlive(gateway: TestGateway) {
  const client = await connect(gateway)
  expect(await client.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
}

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://fans.example.evil.example' },
  { origin: 'http://fans.example:81' },
  { origin: 'null' },
  { origin: 'rubbish' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test.for(FOREIGN)('a page of another site is refused: %o', async (headers) => {
  const gateway = await open()
  const { cookie } = logIn(1)
  for (const transports of [['websocket'], ['polling']] satisfies ClientOptions['transports'][]) {
    await expect(connectClient(gateway, { headers, cookie, transports })).rejects.toThrow()
  }
  expect(gateway.hub.count()).toBe(0)
})

test('our own pages and clients that are no browsers are let in', async () => {
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
  expect(gateway.hub.count()).toBe(6)
})

test('a connection whose session cannot be read is refused, so that its client tries again', async () => {
  const gateway = await open({ readSession: () => Promise.reject(new Error('the database is away')) })
  await expect(connectClient(gateway)).rejects.toThrow()
})

test('the session is read once for a connection, whatever its transport', async () => {
  const readSession = vi.fn(async () => null)
  const gateway = await open({ readSession })
  await connect(gateway, { transports: ['polling', 'websocket'] })
  await expectAlive(gateway)
  expect(readSession).toHaveBeenCalledTimes(2)
})

test('a socket is in no room that it asks for, but those of boards', async () => {
  const gateway = await open()
  const victim = await connect(gateway, logIn(1, { isAdmin: true }))
  const { socket, names } = await connect(gateway)
  const raw: { emit(name: string, ...args: unknown[]): void } = socket
  for (const name of ['join', 'subscribe', 'room', 'board:watch', 'leaderboard:changed']) {
    for (const room of [rooms.admins, rooms.fan(1)]) raw.emit(name, room)
  }
  const refused = [
    {},
    { tourId: '1' },
    { tourId: 0 },
    { tourId: -1 },
    { tourId: 1.5 },
    { tourId: 1, room: 'admins' },
  ]
  for (const watch of [...refused, null, 'admins', [1], { tourId: { toString: 1 } }]) {
    const answer = await new Promise((resolve) => raw.emit('board:watch', watch, resolve))
    expect(answer).toEqual({ ok: false })
  }
  raw.emit('board:watch')
  raw.emit('board:watch', { tourId: 1 }, 'no function')
  raw.emit('board:unwatch', null)
  await publisher.publish('session:revoked', { userId: 1, reason: 'rights' })
  await victim.next('session:revoked')
  await expectAlive(gateway)
  expect(names()).toEqual([])
})

test('there is one namespace', async () => {
  const gateway = await open()
  await expect(connectClient({ url: `${gateway.url}/admins` })).rejects.toThrow('Invalid namespace')
})

test('a socket watches twenty boards at most', async () => {
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

test('a flood ends its connection, and nobody else notices', async () => {
  const gateway = await open()
  const flooding = await connect(gateway)
  const end = ended(flooding)
  for (let tourId = 1; tourId <= 500; tourId += 1) flooding.socket.emit('board:unwatch', { tourId })
  await end
  await expectAlive(gateway)
})

test('asking to join again and again is a flood too', async () => {
  const gateway = await open()
  const raw = await openRawSocket(gateway.port)
  const end = new Promise((resolve) => raw.stream.once('close', resolve))
  raw.stream.resume()
  for (let time = 0; time < 500; time += 1) raw.send('40')
  await end
  await expectAlive(gateway)
})

test('who speaks now and then may speak for long', async () => {
  const gateway = await open()
  const { socket } = await connect(gateway)
  for (let round = 0; round < 3; round += 1) {
    for (let time = 0; time < 50; time += 1) socket.emit('board:unwatch', { tourId: 1 })
    expect(await socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
    gateway.clock.advance(10_000)
  }
})

test('binary data ends the connection', async () => {
  const gateway = await open()
  const client = await connect(gateway)
  const end = ended(client)
  const anything: { emit(name: string, ...args: unknown[]): void } = client.socket
  anything.emit('board:watch', Buffer.from('binary'))
  await end
  await expectAlive(gateway)
})

test.for([
  ['an unknown Engine.IO packet', (text: RawSend) => text('9')],
  ['half a packet', (text: RawSend) => text('42["board:watch"')],
  ['an attachment that was not announced', (text: RawSend) => text('b' + 'AAAA')],
  [
    'attachments without end',
    (text: RawSend) => text('4599999999-["board:watch",{"_placeholder":true,"num":0}]'),
  ],
  ['a reserved event', (text: RawSend) => text('42["disconnect"]')],
  ['an event without a name', (text: RawSend) => text('42[]')],
  ['an answer that nobody waits for', (text: RawSend) => text('437[1]')],
  ['more than a message may have', (text: RawSend) => text(`42["board:watch","${'x'.repeat(20_000)}"]`)],
  ['a prototype', (text: RawSend) => text('42["__proto__",{"__proto__":{"isAdmin":true}}]')],
] as const)('rubbish is dropped or ends its connection, and the hub lives on: %s', async ([, speak]) => {
  const gateway = await open()
  const raw = await openRawSocket(gateway.port)
  cleanUps.push(() => void raw.stream.destroy())
  await joinRaw(raw)
  speak(raw.send)
  raw.stream.resume()
  await expectAlive(gateway)
})
type RawSend = (text: string) => void

test('a session that ends is told so and loses its connections, on every gateway', async () => {
  const [one, two] = [await open(), await open()]
  const [phone, laptop, other] = [logIn(1), logIn(1, { device: 'laptop' }), logIn(2)]
  const [phoneHere, phoneThere] = [await connect(one, phone), await connect(two, phone)]
  const [laptopClient, otherClient] = [await connect(two, laptop), await connect(two, other)]
  const ends = [ended(phoneHere), ended(phoneThere)]
  await publisher.publish('session:revoked', {
    userId: 1,
    reason: 'logout',
    sessionHash: phone.session.sessionHash,
  })
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  for (const { all } of [phoneHere, phoneThere])
    expect(all('session:revoked')).toEqual([{ reason: 'logout' }])
  expect([laptopClient.socket.connected, otherClient.socket.connected]).toEqual([true, true])
})

test('a changed password ends all sessions but the one that changed it', async () => {
  const gateway = await open()
  const [phone, laptop] = [logIn(1), logIn(1, { device: 'laptop' })]
  const [phoneClient, laptopClient] = [await connect(gateway, phone), await connect(gateway, laptop)]
  const end = ended(laptopClient)
  await publisher.publish('session:revoked', {
    userId: 1,
    reason: 'password',
    exceptSessionHash: phone.session.sessionHash,
  })
  await end
  expect(phoneClient.socket.connected).toBe(true)
})

test('a session that ends between its reading and the connection is ended too', async () => {
  const reading = Promise.withResolvers<LiveSession>()
  const readSession = vi.fn(() => reading.promise)
  const gateway = await open({ readSession })
  const { session } = logIn(1)
  const client = makeClient(gateway)
  cleanUps.push(() => void client.socket.disconnect())
  const end = ended(client)
  client.socket.connect()
  await vi.waitFor(() => expect(readSession).toHaveBeenCalledOnce())
  gateway.hub.revoke({ userId: 1, reason: 'logout' })
  reading.resolve(session)
  await end
  expect(client.all('session:revoked')).toEqual([{ reason: 'logout' }])
})

test('what the bridge lost is found twice a minute: sessions that ended, and roles that changed', async () => {
  const gateway = await open()
  const [gone, promoted, demoted] = [logIn(1), logIn(2), logIn(3, { isAdmin: true })]
  const [goneClient, promotedClient, demotedClient] = [
    await connect(gateway, gone),
    await connect(gateway, promoted),
    await connect(gateway, demoted),
  ]
  const end = ended(goneClient)
  sessions.delete(gone.cookie)
  sessions.set(promoted.cookie, { ...promoted.session, isAdmin: true })
  sessions.set(demoted.cookie, { ...demoted.session, isAdmin: false })
  gateway.clock.advance(30_000)
  await end
  expect(goneClient.all('session:revoked')).toEqual([{ reason: 'ended' }])
  await database.db.insertInto('topic_versions').values({ topic: topics.runs, version: 5 }).execute()
  await publisher.publish('topics:changed', { topics: [{ topic: topics.runs, version: 5 }] })
  await promotedClient.next('run:changed')
  await expectAlive(gateway)
  expect(demotedClient.names()).toEqual([])
})

test('while sessions cannot be read again nobody loses the connection', async () => {
  const listSessions = vi.fn(() => Promise.reject(new Error('the database is away')))
  const gateway = await open({ listSessions })
  const client = await connect(gateway, logIn(1))
  gateway.clock.advance(30_000)
  await vi.waitFor(() => expect(listSessions).toHaveBeenCalledOnce())
  expect(await client.socket.emitWithAck('board:watch', { tourId: 1 })).toEqual({ ok: true })
})
