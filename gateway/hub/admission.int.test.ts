import { rooms } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { expect, test, vi } from 'vitest'
import { type ClientOptions, connectClient, ended, type TestGateway } from './testing/open-gateway.ts'
import { joinRaw, openRawSocket } from './testing/raw-socket.ts'
import { useGateways } from './testing/use-gateways.ts'
import { countVisitors } from './visitors.ts'

const gateways = useGateways()
const { open, connect, logIn, atEnd } = gateways

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

test('visitors from one address are so many at most, fans are not counted, and who leaves makes room', async () => {
  const gateway = await open({ parts: { visitors: countVisitors(2) } })
  const { cookie } = logIn(1)
  const [first] = [await connect(gateway), await connect(gateway, { transports: ['polling'] })]
  await expect(connectClient(gateway)).rejects.toThrow()
  await connect(gateway, { cookie })
  first.socket.disconnect()
  await vi.waitFor(() => expect(gateway.hub.count()).toBe(2), PATIENT)
  await connect(gateway)
  await expect(connectClient(gateway)).rejects.toThrow()
})

test('a connection whose session cannot be read is refused, so that its client tries again', async () => {
  const gateway = await open({
    parts: { readSession: () => Promise.reject(new Error('the database is away')) },
  })
  await expect(connectClient(gateway)).rejects.toThrow()
})

test('the session is read once for a connection, whatever its transport', async () => {
  const readSession = vi.fn(async () => null)
  const gateway = await open({ parts: { readSession } })
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
  await gateways.publisher.publish('session:revoked', { userId: 1, reason: 'rights' })
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

// `ws` alone would wait for half a minute for a farewell that a raw client never says.
test('rubbish from a client that never answers the farewell is cut off soon', {
  timeout: 15_000,
}, async () => {
  const gateway = await open()
  const raw = await openRawSocket(gateway.port)
  const end = new Promise((resolve) => raw.stream.once('close', resolve))
  raw.stream.resume()
  raw.send('4rubbish')
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
  atEnd(() => void raw.stream.destroy())
  await joinRaw(raw)
  speak(raw.send)
  raw.stream.resume()
  await expectAlive(gateway)
})
type RawSend = (text: string) => void
