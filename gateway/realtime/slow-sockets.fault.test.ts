import { setImmediate as nextTurn } from 'node:timers/promises'
import { rooms } from '@called-it/shared/contract/events'
import {
  configEvent,
  joinAs,
  keepReading,
  largeEvent,
  noCatchUp,
  openBroadcastServer,
} from '@called-it/tests/support/realtime/open-broadcast-server'
import { io as connectTo } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventSocket } from './event-socket.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import { writerOf } from './socket-writer.ts'

/** Sends large events until too much is buffered for the client, which does not read. */
async function fill(
  { io, broadcast }: Awaited<ReturnType<typeof openBroadcastServer>>,
  socket: EventSocket,
): Promise<number> {
  let count = 0
  while (writerOf(socket).bufferedBytes() <= 64 * 1024) {
    if (count > 2_000) throw new Error('the client reads, or the system buffers without limit')
    broadcast(rooms.public, { name: 'show:changed', event: largeEvent(32_000) })
    count += 1
    await nextTurn()
  }
  expect(io.of('/').sockets.size).toBe(2)
  return count
}

// F13: without `isSlow` (`slow-sockets.ts`) memory grows without limit.
test('bounds the buffer of a client that stops reading, and catches up later', async () => {
  const eventsSince = vi.fn(async (_socket: EventSocket, topic: string) =>
    topic === 'settings' ? [configEvent(77)] : [],
  )
  const server = await openBroadcastServer(eventsSince)
  const { io, port, broadcast, clock, slowSockets } = server
  const slow = await joinAs(io, port)
  const client = connectTo(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true })
  onTestFinished(() => void client.disconnect())
  const received: string[] = []
  client.onAny((name: string) => received.push(name))
  await expect.poll(() => io.of('/').sockets.size).toBe(2)

  const count = await fill(server, slow.socket)
  const buffered = writerOf(slow.socket).bufferedBytes()
  for (let to = 1; to <= 50; to += 1) {
    broadcast(rooms.public, configEvent(to))
    broadcast(rooms.public, { name: 'show:changed', event: largeEvent(32_000) })
    await nextTurn()
  }
  await expect.poll(() => received).toHaveLength(count + 100)
  expect(slowSockets.isSlow(writerOf(slow.socket))).toBe(true)
  expect(writerOf(slow.socket).bufferedBytes()).toBeLessThanOrEqual(buffered)
  clock.advance(9_000)
  expect(eventsSince).not.toHaveBeenCalled()

  const texts = keepReading(slow.raw)
  await expect.poll(() => writerOf(slow.socket).bufferedBytes()).toBe(0)
  clock.advance(250)
  await expect.poll(() => texts.at(-1)).toContain('"to":77')
  expect(texts).toHaveLength(count + 1)
  expect(new Set(eventsSince.mock.calls.map(([, topic]) => topic))).toEqual(new Set(['settings', 'show:1']))
  await expect.poll(() => slowSockets.isSlow(writerOf(slow.socket))).toBe(false)
  broadcast(rooms.public, configEvent(78))
  await expect.poll(() => texts.at(-1)).toContain('"to":78')
})

test('sends a slow client the state before later events, and retries a failed read', async () => {
  const attempts: PromiseWithResolvers<OutgoingEvent[]>[] = []
  const server = await openBroadcastServer((_socket, topic) => {
    if (topic !== 'settings') return Promise.resolve([])
    const attempt = Promise.withResolvers<OutgoingEvent[]>()
    attempts.push(attempt)
    return attempt.promise
  })
  const { io, port, broadcast, clock } = server
  const { raw, socket } = await joinAs(io, port)
  const other = await joinAs(io, port)
  other.raw.stream.resume()
  await fill(server, socket)
  broadcast(rooms.public, configEvent(1))
  await nextTurn()
  const texts = keepReading(raw)
  await expect.poll(() => writerOf(socket).bufferedBytes()).toBe(0)

  clock.advance(250)
  await expect.poll(() => attempts).toHaveLength(1)
  attempts[0]?.reject(new Error('the database is away'))
  await nextTurn()
  clock.advance(250)
  await expect.poll(() => attempts).toHaveLength(2)
  broadcast(rooms.public, configEvent(3))
  await nextTurn()
  attempts[1]?.resolve([configEvent(2)])
  await expect.poll(() => texts.at(-1)).toContain('"to":2')
  clock.advance(250)
  await expect.poll(() => attempts).toHaveLength(3)
  attempts[2]?.resolve([configEvent(3)])
  await expect.poll(() => texts.at(-1)).toContain('"to":3')
  expect(texts.filter((text) => text.includes('"settings"'))).toHaveLength(2)
})

test('disconnects a client that does not read for ten seconds', async () => {
  const server = await openBroadcastServer(noCatchUp)
  const { io, port, broadcast, clock } = server
  const { socket } = await joinAs(io, port)
  const other = await joinAs(io, port)
  other.raw.stream.resume()
  await fill(server, socket)
  broadcast(rooms.public, configEvent(1))
  await nextTurn()
  clock.advance(9_900)
  expect(socket.connected).toBe(true)
  clock.advance(250)
  await expect.poll(() => socket.connected).toBe(false)
  expect(other.socket.connected).toBe(true)
})
