import { once } from 'node:events'
import { createServer } from 'node:http'
import { openLivePublisher } from '@called-it/infra/live/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { listTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import { openRedis } from '@called-it/infra/redis/connection'
import {
  type ClientToServerEvents,
  type LiveEvent,
  type LiveEventName,
  liveEvents,
  type ServerToClientEvents,
} from '@called-it/shared/contract/live'
import { pino } from 'pino'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { expect, vi } from 'vitest'
import { openBridge } from '../bridge.ts'
import { attachHub, type HubParts } from '../hub.ts'
import type { LiveSession } from '../live-socket.ts'
import { watchTopics } from '../topic-watcher.ts'
import { manualClock } from './manual-clock.ts'

const log = pino({ enabled: false })

/** Where a test's gateways meet. */
export type Place = { readonly db: Database; readonly redisUrl: string; readonly channel: string }

/** The sessions that are alive, by the cookie that names them; gateways of one test share them. */
export type TestSessions = Map<string, LiveSession>

/**
 * The hub of one gateway with everything under it: an HTTP server, the bridge on Redis, the watcher on
 * Postgres. Its clock stands still, so that nothing is read from Postgres unless a test has it read.
 */
export async function openGateway(
  place: Place,
  sessions: TestSessions = new Map(),
  parts: Partial<HubParts> = {},
) {
  const clock = manualClock()
  let readings = 0
  const readVersions = () => {
    readings += 1
    return listTopicVersions(place.db)
  }
  const watcher = watchTopics({ readVersions, clock, log })
  const server = createServer()
  const draining = new AbortController()
  const dashboard = openRedis(place.redisUrl, 'dashboard', () => undefined)
  const queues = openQueueReader(dashboard, { namespace: place.channel, onError: () => undefined })
  const hub = attachHub(server, {
    db: place.db,
    queues,
    watcher,
    readSession: async ({ headers }) => sessions.get(headers.cookie ?? '') ?? null,
    listSessions: async (userIds) => [...sessions.values()].filter(({ userId }) => userIds.includes(userId)),
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    publicUrl: 'https://fans.example',
    draining: draining.signal,
    log,
    clock,
    ...parts,
  })
  const redis = openRedis(place.redisUrl, 'subscriber', () => undefined)
  const bridge = openBridge({ redis, channel: place.channel, watcher, hub, log })
  await Promise.all([once(server.listen(0, '127.0.0.1'), 'listening'), watcher.ready])
  // The first reading was the watcher's own; the second is ordered when the subscription stands.
  await vi.waitFor(() => expect(readings).toBe(2), { timeout: 10_000 })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    clock,
    watcher,
    hub,
    draining,
    async close() {
      bridge.close()
      redis.disconnect()
      dashboard.disconnect()
      watcher.stop()
      await hub.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>

/** The fast way to the gateways of a place. */
export function openPublisher({ redisUrl, channel }: Place) {
  const redis = openRedis(redisUrl, 'producer', () => undefined)
  return { ...openLivePublisher({ redis, channel, log }), redis, close: () => redis.disconnect() }
}

/** A telling that gets lost: the process died after its commit, or Redis was away. */
export const lostPublisher = { publish: async () => undefined }

/** A browser's live connection that remembers all that it hears. */
export type TestClient = {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>
  /** The names of all that it heard. */
  names(): string[]
  /** The events of a name, in the order in which they came. */
  all<N extends LiveEventName>(name: N): LiveEvent<N>[]
  /** Waits until an event of a name has come that fits. */
  next<N extends LiveEventName>(name: N, fits?: (event: LiveEvent<N>) => boolean): Promise<LiveEvent<N>>
}

export type ClientOptions = {
  cookie?: string
  headers?: Record<string, string>
  transports?: ('websocket' | 'polling')[]
}

/** A client that is not connected yet. */
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
  const heard: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))

  function all<N extends LiveEventName>(name: N): LiveEvent<N>[] {
    return heard.filter((one) => one.name === name).map(({ payload }) => schemas[name].parse(payload))
  }

  return {
    socket,
    names: () => heard.map(({ name }) => name),
    all,
    next: (name, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = all(name).find(fits)
          if (!found) throw new Error(`no ${name} that fits has come`)
          return found
        },
        { timeout: 10_000, interval: 20 },
      ),
  }
}

const schemas: { [N in LiveEventName]: { parse(payload: unknown): LiveEvent<N> } } = liveEvents

/** A client that is connected. */
export async function connectClient(gateway: Pick<TestGateway, 'url'>, given: ClientOptions = {}) {
  const client = makeClient(gateway, given)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.socket.once('connect', resolve)
  client.socket.once('connect_error', reject)
  client.socket.connect()
  await promise
  return client
}

/** Resolves when the hub has ended the connection. */
export function ended({ socket }: TestClient): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve))
}
