import type { Server as HttpServer, IncomingMessage } from 'node:http'
import {
  createGatewayMetrics,
  type HubMetrics,
  type SocketKind,
} from '@called-it/infra/observability/gateway-metrics'
import type { Database } from '@called-it/infra/postgres/client'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type BridgeEvent, rooms, topics } from '@called-it/shared/contract/live'
import type { Logger } from 'pino'
import type { DisconnectReason } from 'socket.io'
import { BOUNDS } from '../bounds.ts'
import { openAdmission } from './admission.ts'
import { openBroadcast, socketsIn } from './broadcast.ts'
import { type Clock, systemClock } from './clock.ts'
import { openCoalescer } from './coalescer.ts'
import { openFeeds } from './feeds/feeds.ts'
import { forgetArrival, openLiveServer, type Pings } from './live-server.ts'
import type { LiveServer, LiveSession, LiveSocket } from './live-socket.ts'
import { watchSessions } from './session-watch.ts'
import { watchSlowSockets } from './slow-sockets.ts'
import type { TopicWatcher } from './topic-watcher.ts'
import { openUntoldChanges } from './untold-changes.ts'
import { countVisitors, type Visitors } from './visitors.ts'
import { openBoardWatches } from './watched-boards.ts'

/** What the hub is built from. */
export type HubParts = {
  readonly db: Database
  readonly queues: Pick<QueueReader, 'read'>
  readonly watcher: TopicWatcher
  /** The session of a request's cookie; null for a visitor. Asked once for each connection. */
  readonly readSession: (request: IncomingMessage) => Promise<LiveSession | null>
  /** The sessions of these users that are alive, with the users' present roles. */
  readonly listSessions: (userIds: number[]) => Promise<readonly LiveSession[]>
  /** The address of a request's client. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Absent: counted as every gateway counts them. */
  readonly visitors?: Visitors
  /** Where fans reach the site; a page of the very host that was asked counts as ours too. */
  readonly publicUrl: string
  /** Once it aborts, nobody is let in any more. */
  readonly draining: AbortSignal
  readonly log: Logger
  readonly clock?: Clock
  /** Absent: those of every gateway. */
  readonly pings?: Pings
  /** Absent: what is counted is read by nobody. */
  readonly metrics?: HubMetrics
}

export type Hub = {
  /** Ends the connections of sessions that have ended. */
  revoke(revocation: BridgeEvent<'session:revoked'>): void
  /** How many sockets are connected to this gateway. */
  count(): number
  /** Closes every connection, so that the clients go to another gateway; the HTTP server stays its owner's. */
  close(): Promise<void>
}

/** How often the queues, the workers and the outbox are told at most. */
const LOOK_AT_OPERATIONS_MS = 2_000

/**
 * Attaches the hub, which tells browsers what has moved, to the gateway's HTTP server. Every gateway hears
 * every change and tells its own sockets only:
 *
 *     bridge (Redis) ─┐                                  ┌─ slow-sockets: who is skipped
 *                     ├─ topic-watcher ─ coalescer ─ feed ─ broadcast ─ wire
 *     versions (SQL) ─┘   what moved      a burst    reads   a room     the bytes
 *                                         is once    data
 *
 * Nobody is let in before the watcher knows where the topics stand: a page that connects first and fetches
 * second then misses nothing. Nothing is sent that may be dropped (`volatile`), and Socket.IO's recovery of
 * connections is off: it was seen to claim a recovery with an event missing, and versions make it needless.
 *
 * Rooms are made by `rooms` of the contract: everybody is in `public`, a fan in their own as well, admins in
 * `admins`, and who watches a tour's board in that board's.
 */
export function attachHub(httpServer: HttpServer, parts: HubParts): Hub {
  const { watcher, log, clock = systemClock, metrics = createGatewayMetrics().hub } = parts
  const { visitors = countVisitors(BOUNDS.clients.visitorsOfNetwork), pings = BOUNDS.clients } = parts
  let isClosed = false
  const admission = openAdmission({
    ...parts,
    visitors,
    clock,
    isOpen: () => watcher.isReady() && !parts.draining.aborted && !isClosed,
  })
  const { io, engine } = openLiveServer(httpServer, { admission, clock, pings })

  const slowSockets = watchSlowSockets({ retell, clock, log, metrics })
  const { feedOf, boards } = openFeeds(parts, {
    tell: openBroadcast(io, slowSockets, metrics),
    isHeard: (room) => socketsIn(io, room).length > 0,
    fans: () => connectedFans(io),
  })

  async function retell(socket: LiveSocket, topic: string, from: number) {
    return (await feedOf(topic)?.retell(socket.data.session, from)) ?? []
  }

  const untold = openUntoldChanges({ databaseTime: watcher.databaseTime, lag: metrics.lag, log })
  const coalescer = openCoalescer({
    work: (topic) => untold.follow(topic, async () => feedOf(topic)?.tell()),
    log,
  })
  const stopWatching = watcher.onChange(
    (topic) => feedOf(topic) !== null,
    (topic, _from, to, origin) => {
      untold.note(topic, to, origin)
      coalescer.mark(topic)
    },
  )
  // These two tell differences, so they must know early what they differ from.
  coalescer.mark(topics.runs)
  coalescer.mark(topics.board(GLOBAL_BOARD))

  // Nobody counts this topic up: its feed looks for itself, while an admin is connected here.
  const stopLooking = clock.every(LOOK_AT_OPERATIONS_MS, () => coalescer.mark(topics.operations))

  const sessions = watchSessions({ io, listSessions: parts.listSessions, clock, log })

  const watches = openBoardWatches(
    (board) => {
      boards.open(board)
      coalescer.mark(topics.board(board))
    },
    (board) => {
      if (socketsIn(io, rooms.board(board)).length === 0) boards.close(board)
    },
  )

  function onDisconnect(this: LiveSocket, reason: DisconnectReason): void {
    metrics.sockets.dec({ kind: this.data.kind })
    if (reason === 'ping timeout') metrics.lost.inc()
    if (this.data.network !== null) visitors.leave(this.data.network)
    watches.leaveAll(this)
  }

  io.on('connection', (socket) => {
    const session = admission.sessionOf(socket.conn)
    socket.data = { session, kind: socketKind(session), network: admission.takeNetworkOf(socket.conn) }
    if (socket.data.network !== null) visitors.arrive(socket.data.network)
    metrics.sockets.inc({ kind: socket.data.kind })
    socket.on('disconnect', onDisconnect)
    forgetArrival(socket)
    if (session) void socket.join(roomsOf(session))
    watches.accept(socket)
    const revocation = admission.revocationOf(socket.conn)
    if (revocation) sessions.revoke(revocation)
  })

  return {
    revoke(revocation) {
      admission.noteRevocation(revocation)
      sessions.revoke(revocation)
    },
    count: () => io.of('/').sockets.size,
    async close() {
      isClosed = true
      stopWatching()
      stopLooking()
      slowSockets.stop()
      sessions.stop()
      await Promise.all([engine.closeAll(), coalescer.stop()])
    },
  }
}

function roomsOf(session: LiveSession): string[] {
  return [rooms.fan(session.userId), ...(session.isAdmin ? [rooms.admins] : [])]
}

function socketKind(session: LiveSession | null): SocketKind {
  if (!session) return 'visitor'
  return session.isAdmin ? 'admin' : 'fan'
}

function connectedFans(io: LiveServer): number[] {
  const userIds = new Set<number>()
  for (const { data } of io.of('/').sockets.values()) if (data.session) userIds.add(data.session.userId)
  return [...userIds]
}
