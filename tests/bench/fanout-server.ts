/** The server of the fan-out benchmark, a process of its own driven over IPC: `node fanout-server.ts <kind>`. */
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIMITS } from '@called-it/gateway/overload/limits'
import { openAdmission } from '@called-it/gateway/realtime/admission'
import { openBroadcast } from '@called-it/gateway/realtime/broadcast'
import { systemClock } from '@called-it/gateway/realtime/clock'
import { watchSlowSockets } from '@called-it/gateway/realtime/slow-sockets'
import { openSocketServer } from '@called-it/gateway/realtime/socket-server'
import { countVisitors } from '@called-it/gateway/realtime/visitors'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { createLogger } from '@called-it/infra/observability/log'
import { rooms } from '@called-it/shared/contract/events'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { boardStep, fanoutRequest, packetOf, SERVER_KINDS, type ServerKind } from './fanout-messages.ts'
import { monotonicMs } from './process-usage.ts'

const BACKLOG = 4_096

/** Sends every socket the events with the numbers `first` to `first + count - 1`, all in one tick. */
type Publish = (first: number, count: number) => void

const openers: Record<ServerKind, (server: HttpServer) => Publish> = {
  bare: openBare,
  emit: openEmit,
  gateway: openGateway,
}

function openBare(server: HttpServer): Publish {
  const webSockets = new WebSocketServer({ noServer: true, clientTracking: false })
  const streams = new Set<Duplex>()
  server.on('upgrade', (upgrade, stream: Duplex, head) => {
    webSockets.handleUpgrade(upgrade, stream, head, (webSocket) => {
      streams.add(stream)
      webSocket.on('close', () => streams.delete(stream))
      webSocket.on('error', () => undefined)
    })
  })
  const prebuilt: Buffer[] = []
  const frameOf = (number: number) => {
    prebuilt[number] ??= textFrame(packetOf(number))
    return prebuilt[number]
  }
  return (first, count) => {
    for (let number = first; number < first + count; number += 1) {
      for (const stream of streams) stream.write(frameOf(number))
    }
  }
}

/** An unmasked WebSocket text frame of 126 to 65,535 bytes (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.from([0x81, 126, 0, 0])
  header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}

function openEmit(server: HttpServer): Publish {
  const io = new Server(server, { serveClient: false })
  return (first, count) => {
    for (let number = first; number < first + count; number += 1) {
      io.emit('leaderboard:changed', boardStep(number))
    }
  }
}

/** The gateway's work for each socket, without its reads of Postgres. */
function openGateway(server: HttpServer): Publish {
  const clock = systemClock
  const visitors = countVisitors(Number.POSITIVE_INFINITY)
  const log = createLogger('bench', 'silent')
  const admission = openAdmission({
    isForeign: () => false,
    isOpen: () => true,
    hasRoom: () => true,
    readSession: async () => null,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    visitors,
    clock,
    log,
  })
  const io = openSocketServer(server, { admission, clock, limits: LIMITS.clients })
  const metrics = createGatewayMetrics().realtime
  const slowSockets = watchSlowSockets({ eventsSince: async () => [], clock, log, metrics })
  const broadcast = openBroadcast(io, slowSockets, metrics)
  io.on('connection', (socket) => {
    socket.data = { session: null }
    void socket.join(rooms.public)
  })
  return (first, count) => {
    for (let number = first; number < first + count; number += 1) {
      broadcast(rooms.public, { name: 'leaderboard:changed', event: boardStep(number) })
    }
  }
}

type Burst = { ticks: number; perTick: number; outstanding: number }

/** Publishes tick by tick, so that no two ticks leave as one, until every client has everything. */
function startPublishing(
  publish: Publish,
  { ticks, perTick, outstanding }: Burst,
): (delivered: number) => void {
  const startedAt: number[] = []
  let delivered = 0
  let isPumping = false
  const cpuBefore = process.cpuUsage()

  function pump(): void {
    isPumping = startedAt.length < ticks && startedAt.length - delivered < outstanding
    if (!isPumping) return
    startedAt.push(monotonicMs())
    publish((startedAt.length - 1) * perTick, perTick)
    setImmediate(pump)
  }

  pump()
  return (count) => {
    delivered = count
    if (delivered === ticks) {
      const { user, system } = process.cpuUsage(cpuBefore)
      process.send?.({ cpuMicros: user + system, startedAt })
    } else if (!isPumping) pump()
  }
}

const kind = SERVER_KINDS.find((name) => name === process.argv[2])
if (!kind) throw new Error(`one of ${SERVER_KINDS.join(', ')} is measured`)
const server = createServer()
const publish = openers[kind](server)
let onDelivered: (delivered: number) => void = () => undefined

process.on('message', (message) => {
  const request = fanoutRequest.parse(message)
  if (request.kind === 'publish') onDelivered = startPublishing(publish, request)
  else onDelivered(request.ticks)
})
process.on('disconnect', () => process.exit())

await once(server.listen(0, '127.0.0.1', BACKLOG), 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('the server has no port')
process.send?.({ port: address.port })
