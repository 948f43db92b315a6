import { setImmediate as nextTurn } from 'node:timers/promises'
import { rooms } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { io as connectTo } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveSocket } from './live-socket.ts'
import { joinAs, largeEvent, neverRetold, openWire, switches } from './testing/open-wire.ts'
import { readFrame } from './testing/raw-socket.ts'
import { SAMPLE_TELLINGS } from './testing/sample-tellings.ts'
import { encodeEvent, encodeEvents, lineTo } from './wire.ts'

test.for([10, 400, 80_000])(
  'an event with a text of %i bytes is the same on the wire as by io.emit',
  async (bytes) => {
    const { io, port, broadcast } = await openWire(neverRetold)
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

test.for(Object.values(SAMPLE_TELLINGS))('%o is the same on the wire as by io.emit', async (telling) => {
  const { io, port, broadcast } = await openWire(neverRetold)
  const { raw, socket } = await joinAs(io, port)
  const ordinaryWay = vi.spyOn(socket.conn, 'write')
  const room: { emit(name: string, event: unknown): boolean } = io.to(rooms.public)
  room.emit(telling.name, telling.event)
  const theirs = await readFrame(raw)
  broadcast(rooms.public, telling)
  const ours = await readFrame(raw)
  expect(ours.bytes.equals(theirs.bytes)).toBe(true)
  expect(ordinaryWay).toHaveBeenCalledOnce()
})

test.for(['_socket', 'readyState', 'terminate'])(
  'where a WebSocket has no field %s, events go the ordinary way and are the same',
  async (field) => {
    const { io, port, broadcast } = await openWire(neverRetold)
    const { raw, socket } = await joinAs(io, port)
    hideFromHub(socket, field)
    const ordinaryWay = vi.spyOn(socket.conn, 'write')
    const tellings = Object.values(SAMPLE_TELLINGS)
    for (const telling of tellings) broadcast(rooms.public, telling)
    for (const telling of tellings) {
      expect((await readFrame(raw)).bytes.equals(encodeEvent(telling).frame)).toBe(true)
    }
    expect(ordinaryWay).toHaveBeenCalledTimes(tellings.length)
  },
)

/** Gives the hub the WebSocket of a `ws` that keeps a field under another name; `ws` itself still finds it. */
function hideFromHub({ conn }: LiveSocket, field: string): void {
  const webSocket: unknown = Reflect.get(conn.transport, 'socket')
  if (typeof webSocket !== 'object' || webSocket === null) expect.unreachable('there is no WebSocket')
  const hidden = new Proxy(webSocket, {
    get(target, name) {
      const value: unknown = name === field ? undefined : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  Reflect.set(conn.transport, 'socket', hidden)
}

test('what a room is told in one tick leaves in one write, in order', async () => {
  const { io, port, broadcast } = await openWire(neverRetold)
  const { raw, socket } = await joinAs(io, port)
  const writes = vi.spyOn(socket.request.socket, 'write')
  for (const to of [1, 2, 3]) broadcast(rooms.public, switches(to))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
  expect(writes).toHaveBeenCalledOnce()
})

test('an event does not overtake what Socket.IO has in its own queue', async () => {
  const { io, port } = await openWire(neverRetold)
  const { raw, socket } = await joinAs(io, port)
  // The first occupies the transport, so that the second waits in the queue.
  for (const to of [1, 2]) io.emit('config:changed', switches(to).event)
  lineTo(socket).write(encodeEvents([switches(3)]))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
})

test('a client on polling, and one that upgrades, hear every event in order', async () => {
  const { io, port, broadcast } = await openWire(neverRetold)
  for (const transports of [['polling'], ['polling', 'websocket']]) {
    const client = connectTo(`http://127.0.0.1:${port}`, { transports, forceNew: true })
    onTestFinished(() => void client.disconnect())
    const heard: number[] = []
    client.on('config:changed', ({ to }: { to: number }) => heard.push(to))
    await new Promise<void>((resolve) => client.on('connect', () => resolve()))
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBeGreaterThan(0), PATIENT)
    // Enough turns for the upgrade to happen among them.
    for (let to = 1; to <= 100; to += 1) {
      broadcast(rooms.public, switches(to))
      await nextTurn()
    }
    await vi.waitFor(() => expect(heard).toHaveLength(100), { timeout: 10_000 })
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    client.disconnect()
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBe(0), PATIENT)
  }
})
