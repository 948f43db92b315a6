import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import {
  createGatewayMetrics,
  type RealtimeMetrics,
  type SocketKind,
} from '@called-it/infra/observability/gateway-metrics'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import { type PublishedEvent, readTopic, rooms, topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { Logger } from 'pino'
import type { DisconnectReason } from 'socket.io'
import type { IsForeign } from '../auth/origin.ts'
import type { SocketSession } from '../auth/session.ts'
import type { LiveShowParts } from '../features/live-shows/live-show.ts'
import { type ClientLimits, LIMITS } from '../overload/limits.ts'
import type { PublicConfigParts } from '../resources/public-config.ts'
import { readPageTopics } from '../show-pages/page-topics.ts'
import { openAdmission } from './admission.ts'
import { countIn, openBroadcast } from './broadcast.ts'
import { type Clock, systemClock } from './clock.ts'
import { openCoalescer } from './coalescer.ts'
import { openEventLag } from './event-lag.ts'
import type { EventServer, EventSocket } from './event-socket.ts'
import { openFeeds } from './feeds/feeds.ts'
import { openLeagueRooms } from './league-rooms.ts'
import { openLookup } from './lookup.ts'
import { type Merged, mergeOverGateways } from './merge-over-gateways.ts'
import { watchSessions } from './session-watch.ts'
import { watchSlowSockets } from './slow-sockets.ts'
import { endOldestSockets } from './socket-limits.ts'
import { openSocketServer } from './socket-server.ts'
import type { TopicWatcher } from './topic-watcher.ts'
import { countVisitors, type Visitors } from './visitors.ts'
import { openWatches, roomOf } from './watched-rooms.ts'

export type RealtimeParts = PublicConfigParts & {
  readonly queues: Pick<QueueReader, 'workers'>
  readonly watcher: TopicWatcher
  readonly liveShows: LiveShowParts
  /** For what other gateways count. */
  readonly publisher: EventPublisher
  /** The session of a request's cookie; null for a visitor. Called once per connection. */
  readonly readSession: (request: IncomingMessage) => Promise<SocketSession | null>
  /** The active sessions of these users, with the users' current roles. */
  readonly listSessions: (userIds: number[]) => Promise<readonly SocketSession[]>
  readonly addressOf: (request: IncomingMessage) => string
  readonly visitors?: Visitors
  /** Whether a page of another site sent the request. */
  readonly isForeign: IsForeign
  /** Once it aborts, no connection is accepted. */
  readonly draining: AbortSignal
  readonly log: Logger
  readonly clock?: Clock
  readonly limits?: ClientLimits
  readonly metrics?: RealtimeMetrics
}

export type RealtimeServer = {
  revoke(revocation: PublishedEvent<'session:revoked'>): void
  /** A user has marked notifications as read, on a page of any gateway. */
  noteRead(userId: number): void
  /** The sockets that watch a show. */
  readonly viewers: Pick<Merged<number>, 'of' | 'receive'>
  readonly leagues: {
    /** Takes users who are no members any more out of the room, on this gateway. */
    leave(left: PublishedEvent<'league:left'>): void
    /** A member has sent it, on any gateway. */
    react(reaction: PublishedEvent<'league:reacted'>): void
    /** The members whose page is open. */
    readonly present: Pick<Merged<number[]>, 'of' | 'receive'>
  }
  count(): number
  /** Closes every connection, so that clients reconnect to another gateway. The HTTP server stays open. */
  close(): Promise<void>
}

const OPERATIONS_INTERVAL_MS = 2_000

/**
 * Attaches the realtime server to the gateway's HTTP server. Every gateway receives every change and publishes it to
 * its own sockets only:
 *
 *     event subscriber (Redis) ─┐                                          ┌─ slow sockets
 *                               ├─ topic watcher ─ coalescer ─ feed ─ broadcast ─ socket writer
 *     versions (Postgres) ──────┘
 *
 * Connections are accepted once the watcher knows the versions of the topics, so a page that connects first and
 * fetches second misses nothing. Nothing is sent as `volatile`, and Socket.IO's connection state recovery is off: it
 * was seen to claim a recovery with an event missing, and versions make it unnecessary.
 *
 * Rooms: every socket is in `public`, a user's in the user's own room, an admin's in `admins`, and one that watches a
 * tour's board, a show or a league in that room; operators who watch a show are in the room of its editors too.
 */
export function attachRealtimeServer(httpServer: HttpServer, parts: RealtimeParts): RealtimeServer {
  const { watcher, log, clock = systemClock, metrics = createGatewayMetrics().realtime } = parts
  const { limits = LIMITS.clients, visitors = countVisitors(limits.visitorsOfNetwork) } = parts
  const maxSockets = limits.connections - limits.httpConnections
  let isClosed = false
  const admission = openAdmission({
    ...parts,
    visitors,
    clock,
    isOpen: () => watcher.isReady() && !parts.draining.aborted && !isClosed,
    hasRoom: () => io.engine.clientsCount < maxSockets,
  })
  const io = openSocketServer(httpServer, { admission, clock, limits })

  const slowSockets = watchSlowSockets({ eventsSince, clock, log, metrics })
  const emit = openBroadcast(io, slowSockets, metrics)
  const leagues = openLeagueRooms({
    ...parts,
    io,
    emit,
    remove: (socket, id) => watches.unwatch(socket, { kind: 'league', id }),
    clock,
  })
  const feeds = openFeeds(
    { ...parts, recheckLeague: leagues.recheck },
    { emit, hasSockets: (room) => countIn(io, room) > 0, userIds: () => connectedUserIds(io) },
  )

  async function eventsSince(socket: EventSocket, topic: string, from: number) {
    return (await feeds.feedOf(topic)?.eventsSince(socket.data.session, from)) ?? []
  }

  const lag = openEventLag(watcher.databaseTime, metrics.lag)
  const coalescer = openCoalescer({
    run: (topic) => lag.measure(topic, async () => feeds.feedOf(topic)?.publish()),
    log,
  })
  const stopWatching = watcher.onChange(
    (topic) => feeds.feedOf(topic) !== null,
    (topic, _from, _to, changedAt) => {
      lag.noteChange(topic, changedAt)
      // A worker stores one board after the other.
      coalescer.mark(topic, readTopic(topic)?.kind === 'live')
    },
  )
  // These feeds publish differences, so they need their first state before the first change.
  coalescer.mark(topics.runs)
  coalescer.mark(topics.board(GLOBAL_BOARD))

  // This topic has no version in Postgres: its feed polls while an admin is connected.
  const stopPolling = clock.every(OPERATIONS_INTERVAL_MS, () => coalescer.mark(topics.operations))

  const sessions = watchSessions({ io, listSessions: parts.listSessions, clock, log })

  const viewers = mergeOverGateways<number>({
    ownOf: (showId) => countIn(io, rooms.show(showId)),
    isWatched: (showId) => countIn(io, rooms.show(showId)) > 0,
    merge: (counts) => counts.reduce((sum, count) => sum + count, 0),
    publish: (gateway, showId, count) =>
      void parts.publisher.publish('viewers:counted', { gateway, showId, viewers: count }),
    emit: (showId, count) =>
      emit(rooms.show(showId), { name: 'viewers:changed', event: { showId, viewers: count } }),
    clock,
  })

  const watches = openWatches({
    topicsOf: (showId) => readPageTopics(watcher, showId),
    mayWatch: {
      board: openLookup((tourId) => findTour(parts.db, tourId)),
      show: openLookup((showId) => findShow(parts.db, showId)),
      league: leagues.mayWatch,
    },
    onWatch(watched, socket) {
      const opened = feeds.open(watched)
      if (opened !== null) coalescer.mark(opened)
      if (watched.kind === 'show') viewers.watch(watched.id)
      if (watched.kind === 'league') leagues.watch(watched.id, socket)
    },
    onLeave(watched) {
      if (countIn(io, roomOf(watched)) === 0) feeds.close(watched)
    },
  })

  io.on('connection', (socket) => {
    const handshake = admission.handshakeOf(socket.request)
    const { session = null, network = null } = handshake ?? {}
    const kind = socketKind(session)
    socket.data = { session }
    if (network !== null) visitors.arrive(network)
    metrics.sockets.inc({ kind })
    socket.on('disconnect', (reason: DisconnectReason) => {
      metrics.sockets.dec({ kind })
      if (reason === 'ping timeout') metrics.lost.inc()
      if (network !== null) visitors.leave(network)
      watches.leaveAll(socket)
    })
    void socket.join(roomsOf(session))
    watches.accept(socket)
    if (session) endOldestSockets(io, session, limits)
    const revocation = handshake && admission.revocationOf(handshake)
    if (revocation) sessions.revoke(revocation)
  })

  return {
    revoke(revocation) {
      admission.noteRevocation(revocation)
      sessions.revoke(revocation)
    },
    noteRead: (userId) => emit(rooms.user(userId), { name: 'notifications:read', event: {} }),
    viewers,
    leagues: {
      leave: leagues.leave,
      react: (reaction) => emit(rooms.league(reaction.leagueId), { name: 'league:reacted', event: reaction }),
      present: leagues.present,
    },
    count: () => io.of('/').sockets.size,
    async close() {
      isClosed = true
      stopWatching()
      stopPolling()
      slowSockets.stop()
      sessions.stop()
      viewers.stop()
      leagues.present.stop()
      // Closes connections that have not joined, too; `io.disconnectSockets` would leave them open.
      io.engine.close()
      await coalescer.stop()
    },
  }
}

function roomsOf(session: SocketSession | null): string[] {
  if (!session) return [rooms.public]
  return [rooms.public, rooms.user(session.userId), ...(session.isAdmin ? [rooms.admins] : [])]
}

function socketKind(session: SocketSession | null): SocketKind {
  if (!session) return 'visitor'
  return session.isAdmin ? 'admin' : 'fan'
}

function connectedUserIds(io: EventServer): number[] {
  const userIds = new Set<number>()
  for (const { data } of io.of('/').sockets.values()) if (data.session) userIds.add(data.session.userId)
  return [...userIds]
}
