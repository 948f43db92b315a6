import { foreignOrigins } from '@called-it/gateway/auth/origin'
import type { SocketSession } from '@called-it/gateway/auth/session'
import { openLiveShowParts } from '@called-it/gateway/features/live-shows/live-show'
import { createLimitedServer } from '@called-it/gateway/overload/connection-limits'
import { LIMITS } from '@called-it/gateway/overload/limits'
import { openEventSubscriber } from '@called-it/gateway/realtime/event-subscriber'
import { attachRealtimeServer, type RealtimeParts } from '@called-it/gateway/realtime/realtime-server'
import { watchTopics } from '@called-it/gateway/realtime/topic-watcher'
import { openEventPublisher } from '@called-it/infra/events/publisher'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Database } from '@called-it/infra/postgres/client'
import { listTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import { openRedis } from '@called-it/infra/redis/connection'
import {
  type ClientToServerEvents,
  type ServerEvent,
  type ServerEventName,
  type ServerToClientEvents,
  serverEvents,
} from '@called-it/shared/contract/events'
import { pino } from 'pino'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { expect, vi } from 'vitest'
import { listenOnLoopback } from '../loopback-server.ts'
import { manualClock } from './manual-clock.ts'

const log = pino({ enabled: false })

/** The database and channel that a test's gateways share. */
export type Place = { readonly db: Database; readonly redisUrl: string; readonly channel: string }

/** The active sessions by cookie; gateways of one test share them. */
export type TestSessions = Map<string, SocketSession>

/** The realtime server of one gateway. Its clock stands still, so nothing is polled unless the test advances it. */
export async function openGateway(
  place: Place,
  sessions: TestSessions = new Map(),
  parts: Partial<RealtimeParts> = {},
) {
  const clock = manualClock()
  let reads = 0
  const readVersions: Parameters<typeof watchTopics>[0]['readVersions'] = (which) => {
    reads += 1
    return listTopicVersions(place.db, which)
  }
  const watcher = watchTopics({ readVersions, clock, log })
  const server = createLimitedServer(
    (_request, response) => void response.end(),
    LIMITS.clients,
    createGatewayMetrics().http,
  )
  const draining = new AbortController()
  const dashboard = openRedis(place.redisUrl, 'dashboard', () => undefined)
  const queues = openQueueReader(dashboard, { namespace: place.channel, onError: () => undefined })
  const publisher = openPublisher(place)
  const realtime = attachRealtimeServer(server, {
    db: place.db,
    config: { registration: null },
    queues,
    watcher,
    liveShows: openLiveShowParts(place.db),
    publisher,
    readSession: async ({ headers }) => sessions.get(headers.cookie ?? '') ?? null,
    listSessions: async (userIds) => [...sessions.values()].filter(({ userId }) => userIds.includes(userId)),
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    isForeign: foreignOrigins({
      publicUrl: 'https://fans.example',
      hasPublicUrl: true,
      isProduction: false,
      trustProxy: 0,
    }),
    draining: draining.signal,
    log,
    clock,
    ...parts,
  })
  const redis = openRedis(place.redisUrl, 'subscriber', () => undefined)
  const subscriber = openEventSubscriber({ redis, channel: place.channel, watcher, realtime, log })
  const [port] = await Promise.all([listenOnLoopback(server), watcher.ready])
  // The watcher reads once by itself, and once more after the subscription.
  await vi.waitFor(() => expect(reads).toBe(2), { timeout: 10_000 })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    clock,
    watcher,
    realtime,
    draining,
    async close() {
      subscriber.close()
      redis.disconnect()
      dashboard.disconnect()
      publisher.close()
      watcher.stop()
      await realtime.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>

export function openPublisher({ redisUrl, channel }: Place) {
  const redis = openRedis(redisUrl, 'producer', () => undefined)
  return { ...openEventPublisher({ redis, channel, log }), redis, close: () => redis.disconnect() }
}

/** Loses every event, like a process that died after its commit, or a Redis that was away. */
export const lostPublisher = { publish: async () => undefined }

/** A browser's live connection that records the events it receives. */
export type TestClient = {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>
  names(): string[]
  all<N extends ServerEventName>(name: N): ServerEvent<N>[]
  next<N extends ServerEventName>(name: N, fits?: (event: ServerEvent<N>) => boolean): Promise<ServerEvent<N>>
}

export type ClientOptions = {
  cookie?: string
  headers?: Record<string, string>
  transports?: ('websocket' | 'polling')[]
}

/** A client that connects when the test calls `socket.connect`. */
export function makeClient(gateway: Pick<TestGateway, 'url'>, given: ClientOptions = {}): TestClient {
  const { cookie, headers, transports = ['websocket'] } = given
  const options: Partial<ManagerOptions & SocketOptions> = {
    transports,
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    extraHeaders: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  }
  const socket: TestClient['socket'] = io(gateway.url, options)
  const received: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => received.push({ name, payload }))

  function all<N extends ServerEventName>(name: N): ServerEvent<N>[] {
    return received.filter((one) => one.name === name).map(({ payload }) => schemas[name].parse(payload))
  }

  return {
    socket,
    names: () => received.map(({ name }) => name),
    all,
    next: (name, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = all(name).find(fits)
          if (!found) throw new Error(`no matching ${name} was received`)
          return found
        },
        { timeout: 10_000, interval: 20 },
      ),
  }
}

const schemas: { [N in ServerEventName]: { parse(payload: unknown): ServerEvent<N> } } = serverEvents

export async function connectClient(gateway: Pick<TestGateway, 'url'>, given: ClientOptions = {}) {
  const client = makeClient(gateway, given)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.socket.once('connect', resolve)
  client.socket.once('connect_error', reject)
  client.socket.connect()
  await promise
  return client
}

export function ended({ socket }: TestClient): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve))
}
