import type { RealtimeMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { EventServer, EventSocket } from './event-socket.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { SlowSockets } from './slow-sockets.ts'
import { encodeEvents, type SocketWriter, writerOf } from './socket-writer.ts'

/**
 * Sends events to the sockets of this gateway in a room. Those of one tick leave in one write per socket; slow sockets
 * are skipped. The order of events is kept within a room, not between rooms.
 */
export function openBroadcast(
  io: EventServer,
  slowSockets: SlowSockets,
  { sent }: Pick<RealtimeMetrics, 'sent'>,
) {
  const writersTo = cacheWriters(io)
  let pending = new Map<string, OutgoingEvent[]>()

  function flush(): void {
    const flushed = pending
    pending = new Map()
    for (const [room, events] of flushed) writeTo(room, events)
  }

  function writeTo(room: string, events: readonly OutgoingEvent[]): void {
    const writers = writersTo(room)
    if (writers.length === 0) return
    const encoded = encodeEvents(events)
    let skipped = 0
    for (const writer of writers) {
      if (slowSockets.isSlow(writer)) {
        slowSockets.noteSkipped(writer.socket, events)
        skipped += 1
      } else writer.write(encoded)
    }
    for (const { name } of events) sent.set(name, (sent.get(name) ?? 0) + writers.length - skipped)
  }

  return (room: string, event: OutgoingEvent): void => {
    if (pending.size === 0) setImmediate(flush)
    const events = pending.get(room)
    if (events) events.push(event)
    else pending.set(room, [event])
  }
}

/** Caches the writers of a room until a socket joins or leaves: looking sockets up by id costs as much as writing. */
function cacheWriters(io: EventServer): (room: string) => readonly SocketWriter[] {
  const cached = new Map<string, readonly SocketWriter[]>()
  const invalidate = (room: string) => void cached.delete(room)
  io.of('/').adapter.on('join-room', invalidate).on('leave-room', invalidate)
  return (room) => {
    const found = cached.get(room)
    if (found) return found
    const writers = socketsIn(io, room).map(writerOf)
    if (writers.length > 0) cached.set(room, writers)
    return writers
  }
}

export function countIn(io: EventServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}

export function socketsIn(io: EventServer, room: string): EventSocket[] {
  const { adapter, sockets } = io.of('/')
  return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? [])
}
