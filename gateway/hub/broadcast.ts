import type { HubMetrics } from '@called-it/infra/observability/gateway-metrics'
import { rooms } from '@called-it/shared/contract/live'
import type { Telling } from './audience.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import type { SlowSockets } from './slow-sockets.ts'
import { encodeEvents, type Line, lineTo } from './wire.ts'

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
  const linesTo = keepLines(io)
  let waiting = new Map<string, Telling[]>()

  function flush(): void {
    const told = waiting
    waiting = new Map()
    for (const [room, tellings] of told) tellRoom(room, tellings)
  }

  function tellRoom(room: string, tellings: readonly Telling[]): void {
    const lines = linesTo(room)
    if (lines.length === 0) return
    const events = encodeEvents(tellings)
    let skipped = 0
    for (const line of lines) {
      if (slowSockets.isSlow(line)) {
        slowSockets.miss(line.socket, tellings)
        skipped += 1
      } else line.write(events)
    }
    for (const { name } of tellings) sent.set(name, (sent.get(name) ?? 0) + lines.length - skipped)
  }

  return (room, telling) => {
    if (waiting.size === 0) setImmediate(flush)
    const tellings = waiting.get(room)
    if (tellings) tellings.push(telling)
    else waiting.set(room, [telling])
  }
}

/**
 * The lines to the sockets in a room, in a flat list that is kept until somebody comes or goes: to look every
 * socket up by its name costs as much as to write to it.
 */
function keepLines(io: LiveServer): (room: string) => readonly Line[] {
  const kept = new Map<string, readonly Line[]>()
  const forget = (room: string) => void kept.delete(room)
  io.of('/').adapter.on('join-room', forget).on('leave-room', forget)
  return (room) => {
    const known = kept.get(room)
    if (known) return known
    const lines = socketsIn(io, room).map(lineTo)
    if (lines.length > 0) kept.set(room, lines)
    return lines
  }
}

/** The sockets of this gateway that are in a room; all of them are in the public one. */
export function socketsIn(io: LiveServer, room: string): LiveSocket[] {
  const { adapter, sockets } = io.of('/')
  if (room === rooms.public) return [...sockets.values()]
  const found: LiveSocket[] = []
  for (const id of adapter.rooms.get(room) ?? []) {
    const socket = sockets.get(id)
    if (socket) found.push(socket)
  }
  return found
}
