import { setImmediate as nextTurn } from 'node:timers/promises'
import { rooms, serverEvents } from '@called-it/shared/contract/events'
import { currentPayloads } from '@called-it/tests/support/payloads/payload-versions'
import {
  configEvent,
  joinAs,
  largeEvent,
  noCatchUp,
  openBroadcastServer,
} from '@called-it/tests/support/realtime/open-broadcast-server'
import { readFrame } from '@called-it/tests/support/realtime/raw-socket'
import { io as connectTo } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventSocket } from './event-socket.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import { encodeEvent, encodeEvents, writerOf } from './socket-writer.ts'

/** One event of every name. */
const SAMPLE_EVENTS = Object.entries(currentPayloads.live)
  .map(([name, [event]]) => ({ name, event }))
  .filter((one): one is OutgoingEvent => Object.hasOwn(serverEvents, one.name))

test.for([10, 400, 80_000])(
  'writes the bytes of io.emit for an event with a text of %i bytes',
  async (bytes) => {
    const { io, port, broadcast } = await openBroadcastServer(noCatchUp)
    const { raw, socket } = await joinAs(io, port)
    const engineWrite = vi.spyOn(socket.conn, 'write')
    const event = largeEvent(bytes)
    io.to(rooms.public).emit('show:changed', event)
    const expected = await readFrame(raw)
    expect(engineWrite).toHaveBeenCalledOnce()
    broadcast(rooms.public, { name: 'show:changed', event })
    const written = await readFrame(raw)
    expect(written.bytes.equals(expected.bytes)).toBe(true)
    expect(engineWrite).toHaveBeenCalledOnce()
  },
)

test.for(SAMPLE_EVENTS)('writes the bytes of io.emit for $name', async (event) => {
  const { io, port, broadcast } = await openBroadcastServer(noCatchUp)
  const { raw, socket } = await joinAs(io, port)
  const engineWrite = vi.spyOn(socket.conn, 'write')
  const room: { emit(name: string, event: unknown): boolean } = io.to(rooms.public)
  room.emit(event.name, event.event)
  const expected = await readFrame(raw)
  broadcast(rooms.public, event)
  const written = await readFrame(raw)
  expect(written.bytes.equals(expected.bytes)).toBe(true)
  expect(engineWrite).toHaveBeenCalledOnce()
})

test.for(['_socket', 'readyState', 'terminate'])(
  'writes the same bytes through Engine.IO if a WebSocket has no %s',
  async (field) => {
    const { io, port, broadcast } = await openBroadcastServer(noCatchUp)
    const { raw, socket } = await joinAs(io, port)
    hideField(socket, field)
    const engineWrite = vi.spyOn(socket.conn, 'write')
    for (const event of SAMPLE_EVENTS) broadcast(rooms.public, event)
    for (const event of SAMPLE_EVENTS) {
      expect((await readFrame(raw)).bytes.equals(encodeEvent(event).frame)).toBe(true)
    }
    expect(engineWrite).toHaveBeenCalledTimes(SAMPLE_EVENTS.length)
  },
)

/** Hides a field of the WebSocket from the writer; `ws` itself still finds it. */
function hideField({ conn }: EventSocket, field: string): void {
  const webSocket: unknown = Reflect.get(conn.transport, 'socket')
  if (typeof webSocket !== 'object' || webSocket === null) expect.unreachable('no WebSocket')
  const hidden = new Proxy(webSocket, {
    get(target, name) {
      const value: unknown = name === field ? undefined : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  Reflect.set(conn.transport, 'socket', hidden)
}

test('writes the events of one tick in one write, in order', async () => {
  const { io, port, broadcast } = await openBroadcastServer(noCatchUp)
  const { raw, socket } = await joinAs(io, port)
  const writes = vi.spyOn(socket.request.socket, 'write')
  for (const to of [1, 2, 3]) broadcast(rooms.public, configEvent(to))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
  expect(writes).toHaveBeenCalledOnce()
})

test('never overtakes packets in the queue of Engine.IO', async () => {
  const { io, port } = await openBroadcastServer(noCatchUp)
  const { raw, socket } = await joinAs(io, port)
  // The first occupies the transport, so that the second waits in the queue.
  for (const to of [1, 2]) io.emit('config:changed', configEvent(to).event)
  writerOf(socket).write(encodeEvents([configEvent(3)]))
  for (const to of [1, 2, 3]) expect((await readFrame(raw)).text).toContain(`"to":${to}`)
})

test('sends every event in order to a client that polls and to one that upgrades', async () => {
  const { io, port, broadcast } = await openBroadcastServer(noCatchUp)
  for (const transports of [['polling'], ['polling', 'websocket']]) {
    const client = connectTo(`http://127.0.0.1:${port}`, { transports, forceNew: true })
    onTestFinished(() => void client.disconnect())
    const received: number[] = []
    client.on('config:changed', ({ to }: { to: number }) => received.push(to))
    await new Promise<void>((resolve) => client.on('connect', () => resolve()))
    await expect.poll(() => io.of('/').sockets.size).toBeGreaterThan(0)
    // Enough turns for the upgrade to happen in between.
    for (let to = 1; to <= 100; to += 1) {
      broadcast(rooms.public, configEvent(to))
      await nextTurn()
    }
    await vi.waitFor(() => expect(received).toHaveLength(100), { timeout: 10_000 })
    expect(received).toEqual(received.toSorted((a, b) => a - b))
    client.disconnect()
    await expect.poll(() => io.of('/').sockets.size).toBe(0)
  }
})
