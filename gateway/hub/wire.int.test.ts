import { setImmediate as nextTurn } from 'node:timers/promises'
import { rooms } from '@called-it/shared/contract/live'
import { io as connectTo } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { joinAs, largeEvent, neverRetold, openWire, switches } from './testing/open-wire.ts'
import { readFrame } from './testing/raw-socket.ts'
import { encodeEvent, writeEvents } from './wire.ts'

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

test('a short event too', async () => {
  const { io, port } = await openWire(neverRetold)
  const { raw } = await joinAs(io, port)
  const event = { reason: 'logout' } as const
  io.emit('session:revoked', event)
  const { bytes } = await readFrame(raw)
  expect(encodeEvent({ name: 'session:revoked', event }).frame.equals(bytes)).toBe(true)
})

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
  const third = encodeEvent(switches(3))
  writeEvents(socket, [third], third.frame)
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
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBeGreaterThan(0))
    // Enough turns for the upgrade to happen among them.
    for (let to = 1; to <= 100; to += 1) {
      broadcast(rooms.public, switches(to))
      await nextTurn()
    }
    await vi.waitFor(() => expect(heard).toHaveLength(100), { timeout: 10_000 })
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    client.disconnect()
    await vi.waitFor(() => expect(io.of('/').sockets.size).toBe(0))
  }
})
