import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type LiveEvent, rooms } from '@called-it/shared/contract/live'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { io as connectTo } from 'socket.io-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Telling } from './audience.ts'
import { openBroadcast } from './broadcast.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import { watchSlowSockets } from './slow-sockets.ts'
import { manualClock } from './testing/manual-clock.ts'
import { joinRaw, openRawSocket, type RawSocket, readFrame } from './testing/raw-socket.ts'
import { encodeEvent, waitingBytes } from './wire.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})

const PATIENT = { timeout: 5_000 }
const log = pino({ enabled: false })

async function open(retell: (socket: LiveSocket, topic: string, from: number) => Promise<Telling[]>) {
  const server = createServer()
  const io: LiveServer = new Server(server, { serveClient: false, perMessageDeflate: false })
  const clock = manualClock()
  const slowSockets = watchSlowSockets({ retell, clock, log })
  io.on('connection', (socket) => void socket.join(rooms.public))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUps.push(() => {
    slowSockets.stop()
    io.engine.close()
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { io, clock, slowSockets, port: address.port, broadcast: openBroadcast(io, slowSockets) }
}

async function joinAs(io: LiveServer, port: number): Promise<{ raw: RawSocket; socket: LiveSocket }> {
  const connected = new Promise<LiveSocket>((resolve) => io.once('connection', resolve))
  const raw = await openRawSocket(port)
  cleanUps.push(() => raw.stream.destroy())
  await joinRaw(raw)
  return { raw, socket: await connected }
}

const neverRetold = () => Promise.reject(new Error('nothing is retold here'))

function switches(to: number): Telling & { name: 'config:changed' } {
  const config = { testModeEnabled: true, siteOverlayEnabled: false }
  return { name: 'config:changed', event: { topic: 'settings', from: 0, to, config } }
}

/** An event of about so many bytes. */
function largeEvent(bytes: number): LiveEvent<'show:scored'> {
  return {
    topic: 'show:1',
    from: 0,
    to: 1,
    show: {
      showid: 1,
      show_id: 1,
      id: 1,
      showdate: '2026-07-04',
      date: '2026-07-04',
      venue: 'ü'.repeat(bytes / 2),
      city: null,
      state: null,
      country: null,
      location: '',
      tour_id: null,
      is_scored: true,
      is_open: false,
      locks_at: null,
      closes_at: '2026-07-05T00:00:00.000Z',
      version: 1,
    },
  }
}

test.for([10, 400, 80_000])(
  'an event with a text of %i bytes is the same on the wire as by io.emit',
  async (bytes) => {
    const { io, port, broadcast } = await open(neverRetold)
    const { raw, socket } = await joinAs(io, port)
    const ordinaryWay = vi.spyOn(socket.conn, 'write')
    const event = largeEvent(bytes)
    io.to(rooms.public).emit('show:scored', event)
    const theirs = await readFrame(raw)
    expect(ordinaryWay).toHaveBeenCalledOnce()
    broadcast(rooms.public, { name: 'show:scored', event })
    const ours = await readFrame(raw)
    expect(ours.bytes.equals(theirs.bytes)).toBe(true)
    expect(ordinaryWay).toHaveBeenCalledOnce()
  },
)

test('a short event too', async () => {
  const { io, port } = await open(neverRetold)
  const { raw } = await joinAs(io, port)
  const event = { reason: 'logout' } as const
  io.emit('session:revoked', event)
  const { bytes } = await readFrame(raw)
  expect(encodeEvent({ name: 'session:revoked', event }).frame.equals(bytes)).toBe(true)
})

test('what a room is told in one tick leaves in one write, in order', async () => {
  const { io, port, broadcast } = await open(neverRetold)
  const { raw, socket } = await joinAs(io, port)
  const writes = vi.spyOn(socket.request.socket, 'write')
  for (const to of [1, 2, 3]) broadcast(rooms.public, switches(to))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
  expect(writes).toHaveBeenCalledOnce()
})

test('an event does not overtake what Socket.IO has in its own queue', async () => {
  const { io, port, broadcast } = await open(neverRetold)
  const { raw } = await joinAs(io, port)
  // The first occupies the transport, so that the second waits in the queue.
  for (const to of [1, 2]) io.emit('config:changed', switches(to).event)
  broadcast(rooms.public, switches(3))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
})

test('a client on polling, and one that upgrades, hear every event in order', async () => {
  const { io, port, broadcast } = await open(neverRetold)
  for (const transports of [['polling'], ['polling', 'websocket']]) {
    const client = connectTo(`http://127.0.0.1:${port}`, { transports, forceNew: true })
    cleanUps.push(() => client.disconnect())
    const heard: number[] = []
    client.on('config:changed', ({ to }: { to: number }) => heard.push(to))
    await new Promise<void>((resolve) => client.on('connect', () => resolve()))
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBeGreaterThan(0))
    // Enough turns for the upgrade to happen among them.
    for (let to = 1; to <= 200; to += 1) {
      broadcast(rooms.public, switches(to))
      await nextTurn()
    }
    await vi.waitFor(() => expect(heard).toHaveLength(200), PATIENT)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    client.disconnect()
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBe(0))
  }
})

/** Reads what comes, to the end of the test; answers with the texts, which grow. */
function keepReading(raw: RawSocket): string[] {
  const texts: string[] = []
  const readOn = async (): Promise<void> => {
    for (;;) texts.push((await readFrame(raw)).text)
  }
  void readOn()
  return texts
}

/** Tells large events until the client, which does not read, has too much waiting. */
async function fill(
  { io, broadcast }: Awaited<ReturnType<typeof open>>,
  socket: LiveSocket,
): Promise<number> {
  let told = 0
  while (waitingBytes(socket) <= 64 * 1024) {
    if (told > 2_000) throw new Error('the client reads, or the system buffers without end')
    broadcast(rooms.public, { name: 'show:scored', event: largeEvent(32_000) })
    told += 1
    await nextTurn()
  }
  expect(io.of('/').sockets.size).toBe(2)
  return told
}

test('a client that stops reading costs little memory and holds nobody up; when it reads again it catches up', async () => {
  const retell = vi.fn(async (_socket: LiveSocket, topic: string) =>
    topic === 'settings' ? [switches(77)] : [],
  )
  const hub = await open(retell)
  const { io, port, broadcast, clock, slowSockets } = hub
  const slow = await joinAs(io, port)
  const client = connectTo(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true })
  cleanUps.push(() => client.disconnect())
  const heard: string[] = []
  client.onAny((name: string) => heard.push(name))
  await vi.waitFor(() => expect(io.of('/').sockets.size).toBe(2))

  const told = await fill(hub, slow.socket)
  const waiting = waitingBytes(slow.socket)
  for (let to = 1; to <= 50; to += 1) {
    broadcast(rooms.public, switches(to))
    broadcast(rooms.public, { name: 'show:scored', event: largeEvent(32_000) })
    await nextTurn()
  }
  await vi.waitFor(() => expect(heard).toHaveLength(told + 100), PATIENT)
  expect(slowSockets.isSlow(slow.socket)).toBe(true)
  expect(waitingBytes(slow.socket)).toBeLessThanOrEqual(waiting)
  clock.advance(9_000)
  expect(retell).not.toHaveBeenCalled()

  const texts = keepReading(slow.raw)
  await vi.waitFor(() => expect(waitingBytes(slow.socket)).toBe(0), PATIENT)
  clock.advance(250)
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":77'), PATIENT)
  expect(texts).toHaveLength(told + 1)
  expect(new Set(retell.mock.calls.map(([, topic]) => topic))).toEqual(new Set(['settings', 'show:1']))
  await vi.waitFor(() => expect(slowSockets.isSlow(slow.socket)).toBe(false))
  broadcast(rooms.public, switches(78))
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":78'), PATIENT)
})

test('a slow client hears the state before what is told meanwhile, and a failed try is repeated', async () => {
  const tries: PromiseWithResolvers<Telling[]>[] = []
  const hub = await open((_socket, topic) => {
    if (topic !== 'settings') return Promise.resolve([])
    const retelling = Promise.withResolvers<Telling[]>()
    tries.push(retelling)
    return retelling.promise
  })
  const { io, port, broadcast, clock } = hub
  const { raw, socket } = await joinAs(io, port)
  const other = await joinAs(io, port)
  other.raw.stream.resume()
  await fill(hub, socket)
  broadcast(rooms.public, switches(1))
  await nextTurn()
  const texts = keepReading(raw)
  await vi.waitFor(() => expect(waitingBytes(socket)).toBe(0), PATIENT)

  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(1))
  tries[0]?.reject(new Error('the database is away'))
  await nextTurn()
  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(2))
  broadcast(rooms.public, switches(3))
  await nextTurn()
  tries[1]?.resolve([switches(2)])
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":2'), PATIENT)
  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(3))
  tries[2]?.resolve([switches(3)])
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":3'), PATIENT)
  expect(texts.filter((text) => text.includes('"settings"'))).toHaveLength(2)
})

test('a client that never reads is disconnected after ten seconds', async () => {
  const hub = await open(neverRetold)
  const { io, port, broadcast, clock } = hub
  const { socket } = await joinAs(io, port)
  const other = await joinAs(io, port)
  other.raw.stream.resume()
  await fill(hub, socket)
  broadcast(rooms.public, switches(1))
  await nextTurn()
  clock.advance(9_900)
  expect(socket.connected).toBe(true)
  clock.advance(250)
  await vi.waitFor(() => expect(socket.connected).toBe(false))
  expect(other.socket.connected).toBe(true)
})
