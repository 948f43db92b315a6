import { setImmediate as nextTurn } from 'node:timers/promises'
import { rooms } from '@called-it/shared/contract/live'
import { PATIENT } from '@called-it/tests/support/patience'
import { io as connectTo } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Telling } from './audience.ts'
import type { LiveSocket } from './live-socket.ts'
import { joinAs, keepReading, largeEvent, neverRetold, openWire, switches } from './testing/open-wire.ts'
import { lineTo } from './wire.ts'

/** Tells large events until the client, which does not read, has too much waiting. */
async function fill(
  { io, broadcast }: Awaited<ReturnType<typeof openWire>>,
  socket: LiveSocket,
): Promise<number> {
  let told = 0
  while (lineTo(socket).waitingBytes() <= 64 * 1024) {
    if (told > 2_000) throw new Error('the client reads, or the system buffers without end')
    broadcast(rooms.public, { name: 'show:scored', event: largeEvent(32_000) })
    told += 1
    await nextTurn()
  }
  expect(io.of('/').sockets.size).toBe(2)
  return told
}

// F13, guarded by `isSlow` (`slow-sockets.ts`): without it more and more waits in memory, and nobody is ever sent away.
test('a client that stops reading costs little memory and holds nobody up; when it reads again it catches up', async () => {
  const retell = vi.fn(async (_socket: LiveSocket, topic: string) =>
    topic === 'settings' ? [switches(77)] : [],
  )
  const hub = await openWire(retell)
  const { io, port, broadcast, clock, slowSockets } = hub
  const slow = await joinAs(io, port)
  const client = connectTo(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true })
  onTestFinished(() => void client.disconnect())
  const heard: string[] = []
  client.onAny((name: string) => heard.push(name))
  await vi.waitFor(() => expect(io.of('/').sockets.size).toBe(2), PATIENT)

  const told = await fill(hub, slow.socket)
  const waiting = lineTo(slow.socket).waitingBytes()
  for (let to = 1; to <= 50; to += 1) {
    broadcast(rooms.public, switches(to))
    broadcast(rooms.public, { name: 'show:scored', event: largeEvent(32_000) })
    await nextTurn()
  }
  await vi.waitFor(() => expect(heard).toHaveLength(told + 100), PATIENT)
  expect(slowSockets.isSlow(lineTo(slow.socket))).toBe(true)
  expect(lineTo(slow.socket).waitingBytes()).toBeLessThanOrEqual(waiting)
  clock.advance(9_000)
  expect(retell).not.toHaveBeenCalled()

  const texts = keepReading(slow.raw)
  await vi.waitFor(() => expect(lineTo(slow.socket).waitingBytes()).toBe(0), PATIENT)
  clock.advance(250)
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":77'), PATIENT)
  expect(texts).toHaveLength(told + 1)
  expect(new Set(retell.mock.calls.map(([, topic]) => topic))).toEqual(new Set(['settings', 'show:1']))
  await vi.waitFor(() => expect(slowSockets.isSlow(lineTo(slow.socket))).toBe(false), PATIENT)
  broadcast(rooms.public, switches(78))
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":78'), PATIENT)
})

test('a slow client hears the state before what is told meanwhile, and a failed try is repeated', async () => {
  const tries: PromiseWithResolvers<Telling[]>[] = []
  const hub = await openWire((_socket, topic) => {
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
  await vi.waitFor(() => expect(lineTo(socket).waitingBytes()).toBe(0), PATIENT)

  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(1), PATIENT)
  tries[0]?.reject(new Error('the database is away'))
  await nextTurn()
  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(2), PATIENT)
  broadcast(rooms.public, switches(3))
  await nextTurn()
  tries[1]?.resolve([switches(2)])
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":2'), PATIENT)
  clock.advance(250)
  await vi.waitFor(() => expect(tries).toHaveLength(3), PATIENT)
  tries[2]?.resolve([switches(3)])
  await vi.waitFor(() => expect(texts.at(-1)).toContain('"to":3'), PATIENT)
  expect(texts.filter((text) => text.includes('"settings"'))).toHaveLength(2)
})

test('a client that never reads is disconnected after ten seconds', async () => {
  const hub = await openWire(neverRetold)
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
  await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENT)
  expect(other.socket.connected).toBe(true)
})
