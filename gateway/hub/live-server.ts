import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { ClientBounds } from '../bounds.ts'
import type { Admission } from './admission.ts'
import type { Clock } from './clock.ts'
import { HubEngine } from './engine.ts'
import { HubAdapter } from './hub-adapter.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import { guardPackets } from './packet-guard.ts'
import { PromptWebSocketServer } from './prompt-web-sockets.ts'

/** How the hub finds out that a client has vanished without a word. */
export type Pings = Pick<ClientBounds, 'pingEveryMs' | 'pongWithinMs'>

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
  {
    admission,
    clock,
    pings,
  }: { admission: Pick<Admission, 'decide' | 'follow'>; clock: Clock; pings: Pings },
): { io: LiveServer; engine: HubEngine } {
  const engine = new HubEngine({
    transports: ['websocket', 'polling'],
    allowRequest: admission.decide,
    maxHttpBufferSize: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    wsEngine: PromptWebSocketServer,
    pingInterval: pings.pingEveryMs,
    pingTimeout: pings.pongWithinMs,
  })
  const io: LiveServer = new Server({
    serveClient: false,
    connectTimeout: JOIN_WITHIN_MS,
    adapter: HubAdapter,
  })
  engine.attach(httpServer, { path: io.path() })
  io.bind(engine)
  engine.on('connection', admission.follow)
  guardPackets(engine, clock)
  return { io, engine }
}

const NO_HANDSHAKE = {}

/** Lets go of how a socket arrived, which Socket.IO keeps for as long as it stays and nobody asks for. */
export function forgetArrival(socket: LiveSocket): void {
  Reflect.set(socket, 'handshake', NO_HANDSHAKE)
}
