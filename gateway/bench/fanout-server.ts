/**
 * The server of the fan-out benchmarks, a process of its own: one way from an event to many sockets, told over
 * IPC what to tell. The limit is bare `ws` with frames that are made before the time runs; the obvious way is
 * `io.emit` of a stock Socket.IO server; ours is the hub's own server and broadcast.
 */
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { rooms } from '@called-it/shared/contract/live'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { openAdmission } from '../hub/admission.ts'
import { openBroadcast } from '../hub/broadcast.ts'
import { systemClock } from '../hub/clock.ts'
import { watchSlowSockets } from '../hub/slow-sockets.ts'
import { openSocketServer } from '../hub/socket-server.ts'
import { encodeEvent } from '../hub/socket-writer.ts'
import { countVisitors } from '../hub/visitors.ts'
import { openBoardWatches } from '../hub/watched-boards.ts'
import { LIMITS } from '../overload/limits.ts'
import { boardStep, type FanoutAnswer, monotonicMs, request, WAYS, type Way } from './fanout-wire.ts'

/** Tells every socket the events with the numbers `first` to `first + count - 1`, all in one tick. */
type Tell = (first: number, count: number) => void

const ways: { [Name in Way]: (server: HttpServer) => Tell } = {
  bare: openBare,
  emit: openEmit,
  hub: openHub,
}

function openBare(server: HttpServer): Tell {
  const webSockets = new WebSocketServer({ noServer: true, clientTracking: false })
  const streams = new Set<Duplex>()
  server.on('upgrade', (upgrade, stream: Duplex, head) => {
    webSockets.handleUpgrade(upgrade, stream, head, (webSocket) => {
      streams.add(stream)
      webSocket.on('close', () => streams.delete(stream))
      webSocket.on('error', () => undefined)
    })
  })
  const made: Buffer[] = []
  const frameOf = (number: number) => {
    made[number] ??= encodeEvent({ name: 'leaderboard:changed', event: boardStep(number) }).frame
    return made[number]
  }
  return (first, count) => {
    const frames = Array.from({ length: count }, (_, index) => frameOf(first + index))
    const written = frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames)
    for (const stream of streams) stream.write(written)
  }
}

function openEmit(server: HttpServer): Tell {
  const io = new Server(server, { serveClient: false })
  return (first, count) => {
    for (let number = first; number < first + count; number += 1) {
      io.emit('leaderboard:changed', boardStep(number))
    }
  }
}

/** All that the hub has for each socket, and nothing that reads Postgres. */
function openHub(server: HttpServer): Tell {
  const log = pino({ enabled: false })
  const clock = systemClock
  const visitors = countVisitors(Number.POSITIVE_INFINITY)
  const admission = openAdmission({
    publicUrl: 'http://127.0.0.1',
    isOpen: () => true,
    hasRoom: () => true,
    readSession: async () => null,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    visitors,
    clock,
    log,
  })
  const io = openSocketServer(server, { admission, clock, pings: LIMITS.clients })
  const metrics = createGatewayMetrics().hub
  const slowSockets = watchSlowSockets({ eventsSince: async () => [], clock, log, metrics })
  const broadcast = openBroadcast(io, slowSockets, metrics)
  const watches = openBoardWatches(
    () => undefined,
    () => undefined,
  )
  io.on('connection', (socket) => {
    const { session = null, network = null } = admission.handshakeOf(socket.request) ?? {}
    socket.data = { session }
    if (network !== null) visitors.arrive(network)
    void socket.join(rooms.public)
    watches.accept(socket)
    socket.on('disconnect', () => watches.leaveAll(socket))
  })
  return (first, count) => {
    for (let number = first; number < first + count; number += 1) {
      broadcast(rooms.public, { name: 'leaderboard:changed', event: boardStep(number) })
    }
  }
}

function reply(answer: FanoutAnswer): void {
  process.send?.(answer)
}

/** What is in use after what is not has been collected and given back to the system. */
async function memoryInUse(): Promise<number> {
  if (!globalThis.gc) throw new Error('run with --expose-gc')
  for (let time = 0; time < 3; time += 1) {
    await globalThis.gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage.rss()
}

type Telling = { ticks: number; perTick: number; outstanding: number }

/** Tells tick by tick, so that no two ticks leave as one, until every client has everything. */
function openTelling(tell: Tell, { ticks, perTick, outstanding }: Telling): (delivered: number) => void {
  const begunAt: number[] = []
  let delivered = 0
  let isPumping = false
  const cpuBefore = process.cpuUsage()

  function pump(): void {
    isPumping = begunAt.length < ticks && begunAt.length - delivered < outstanding
    if (!isPumping) return
    begunAt.push(monotonicMs())
    tell((begunAt.length - 1) * perTick, perTick)
    setImmediate(pump)
  }

  pump()
  return (count) => {
    delivered = count
    if (delivered === ticks) {
      const { user, system } = process.cpuUsage(cpuBefore)
      reply({ told: 'all', cpuMicros: user + system, ownCpuMicros: user, begunAt })
    } else if (!isPumping) pump()
  }
}

const way = WAYS.find((name) => name === process.argv[2])
if (!way) throw new Error(`one of ${WAYS.join(', ')} is measured`)
const server = createServer()
const tell = ways[way](server)
let onDelivered: (delivered: number) => void = () => undefined

process.on('message', (message) => {
  const asked = request.parse(message)
  if (asked.ask === 'memory') void memoryInUse().then((bytes) => reply({ told: 'memory', bytes }))
  else if (asked.ask === 'tell') onDelivered = openTelling(tell, asked)
  else onDelivered(asked.ticks)
})
process.on('disconnect', () => process.exit())

await once(server.listen(0, '127.0.0.1', 4_096), 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('the server has no port')
reply({ told: 'listening', port: address.port })
