import type { HubMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Telling } from './audience.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import type { SlowSockets } from './slow-sockets.ts'
import { type EncodedEvent, encodeEvent, writeEvents } from './wire.ts'

/** Tells the sockets of this gateway that are in a room; the other gateways tell theirs. */
export type Broadcast = (room: string, telling: Telling) => void

/**
 * Opens the way to rooms. What a room is told in one tick leaves in one write to each of its sockets; sockets
 * that read too slowly are skipped. An order is kept within a room, not between rooms.
 */
export function openBroadcast(
  io: LiveServer,
  slowSockets: SlowSockets,
  { sent }: Pick<HubMetrics, 'sent'>,
): Broadcast {
  let waiting = new Map<string, Telling[]>()

  function flush(): void {
    const told = waiting
    waiting = new Map()
    for (const [room, tellings] of told) tellRoom(room, tellings)
  }

  function tellRoom(room: string, tellings: readonly Telling[]): void {
    const sockets = socketsIn(io, room)
    if (sockets.length === 0) return
    const events: EncodedEvent[] = tellings.map(encodeEvent)
    const frames = Buffer.concat(events.map(({ frame }) => frame))
    let skipped = 0
    for (const socket of sockets) {
      if (slowSockets.isSlow(socket)) {
        slowSockets.miss(socket, tellings)
        skipped += 1
      } else writeEvents(socket, events, frames)
    }
    for (const { name } of tellings) sent.set(name, (sent.get(name) ?? 0) + sockets.length - skipped)
  }

  return (room, telling) => {
    if (waiting.size === 0) setImmediate(flush)
    const tellings = waiting.get(room)
    if (tellings) tellings.push(telling)
    else waiting.set(room, [telling])
  }
}

/** The sockets of this gateway that are in a room. */
export function socketsIn(io: LiveServer, room: string): LiveSocket[] {
  const { adapter, sockets } = io.of('/')
  const found: LiveSocket[] = []
  for (const id of adapter.rooms.get(room) ?? []) {
    const socket = sockets.get(id)
    if (socket) found.push(socket)
  }
  return found
}
