import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Admission } from './admission.ts'
import type { Clock } from './clock.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import { guardPackets } from './packet-guard.ts'
import { PromptWebSocketServer } from './prompt-web-sockets.ts'

/** What a browser says is small: a request to join, the name of a board. */
const LARGEST_MESSAGE_BYTES = 8 * 1024
/** For a client that opens a connection to ask to join. */
const JOIN_WITHIN_MS = 10_000

/**
 * Opens the hub's Socket.IO server on the gateway's HTTP server: who is let in is for `admission` to say, and
 * what no browser would send ends its connection. Its owner takes the sockets from there.
 */
export function openLiveServer(
  httpServer: HttpServer,
  { admission, clock }: { admission: Pick<Admission, 'decide' | 'follow'>; clock: Clock },
): LiveServer {
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    allowRequest: admission.decide,
    maxHttpBufferSize: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    wsEngine: PromptWebSocketServer,
    connectTimeout: JOIN_WITHIN_MS,
  })
  forgetUpgrades(io)
  io.engine.on('connection', admission.follow)
  guardPackets(io, clock)
  return io
}

/**
 * Engine.IO makes an answer for each upgrade, for middleware that waits for its end, and has it and the request
 * behind it listen to the connection for as long as that lasts. There is no such middleware here.
 */
function forgetUpgrades({ engine }: LiveServer): void {
  const handleUpgrade = engine.handleUpgrade.bind(engine)
  engine.handleUpgrade = (request, stream, head) => {
    const before = stream.listeners('close')
    handleUpgrade(request, stream, head)
    for (const listener of stream.listeners('close')) {
      if (!before.includes(listener)) Reflect.apply(stream.off, stream, ['close', listener])
    }
  }
}

const NO_HANDSHAKE = {}

/** Lets go of what Socket.IO keeps for every socket and nobody asks for: how it arrived, and a room of its own. */
export function forgetArrival(socket: LiveSocket): void {
  Reflect.set(socket, 'handshake', NO_HANDSHAKE)
  void socket.leave(socket.id)
}
