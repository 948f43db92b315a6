import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveChannel } from '@called-it/infra/live/channel'
import { createGatewayMetrics, type GatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { listTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import type { ClientBounds } from './bounds.ts'
import { isBehindTls } from './config.ts'
import { mountAvatars } from './features/accounts/avatars.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { catalogueRoutes } from './features/admin/catalogue-routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { adminFileRoutes } from './features/admin-files/routes.ts'
import { adminUserRoutes } from './features/admin-users/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { openBoardOrders } from './features/leaderboards/board-orders.ts'
import { leaderboardRoutes } from './features/leaderboards/routes.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { predictionRoutes } from './features/predictions/routes.ts'
import { runRoutes } from './features/runs/routes.ts'
import { setlistRoutes } from './features/setlists/routes.ts'
import { showRoutes } from './features/shows/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { songRoutes } from './features/songs/routes.ts'
import { tourRoutes } from './features/tours/routes.ts'
import { cachedEndpoints } from './hot-reads/cached-endpoints.ts'
import { openCachedResponses } from './hot-reads/cached-responses.ts'
import { createResponseCache } from './hot-reads/response-cache.ts'
import { logRequests, measureRequests } from './http/access-log.ts'
import { mountApiDocs } from './http/api-docs.ts'
import { clientAddress } from './http/client-address.ts'
import { boundConnections } from './http/client-connections.ts'
import { drainInOrder } from './http/draining.ts'
import { sendErrors } from './http/errors.ts'
import type { Handlers } from './http/handler.ts'
import { COMPRESSION_THRESHOLD_BYTES, headersSetBy, securityHeaders, weakEtag } from './http/headers.ts'
import { mountHealth } from './http/health.ts'
import { mountJobBoard } from './http/job-board.ts'
import { createLimits } from './http/limits.ts'
import { openLoadGate } from './http/load-gate.ts'
import { mountMailbox } from './http/mailbox.ts'
import { createOpenApiDocument } from './http/openapi.ts'
import { refuseForeignOrigins } from './http/origin.ts'
import { mountPages } from './http/pages.ts'
import { createAuthentication } from './http/passport.ts'
import { createPasswords } from './http/passwords.ts'
import { refuseInvalidRequests, refuseUnknownPaths } from './http/paths.ts'
import { watchPoolWait } from './http/pool-wait.ts'
import { assignRequestId } from './http/request-facts.ts'
import { admit, mountEndpoints, type RouterParts } from './http/router.ts'
import { createSessions, type Sessions } from './http/session.ts'
import { turnAway } from './http/turn-away.ts'
import { openEventSubscriber, withLocalEcho } from './hub/event-subscriber.ts'
import { attachRealtimeServer } from './hub/realtime-server.ts'
import { watchTopics } from './hub/topic-watcher.ts'
import type { CallParts, GatewayParts } from './parts.ts'

export type Gateway = {
  readonly server: Server
  readonly sessions: Sessions
  /** Begins to answer on the host and port of the config. Resolves to the port. */
  listen(): Promise<number>
  /**
   * Lets the load go elsewhere: not ready any more, no new connections, every answer closes its own, and the
   * live ones end. Resolves when the last answer has left.
   */
  close(): Promise<void>
}

/** For a proxy's connections while draining: longer than the `keepalive_timeout` in infra/deploy/nginx/gateways.conf.template. */
const DRAINING_KEEP_ALIVE_MS = 3_000
/** What is beyond is not even read; see `refuseInvalidRequests`. */
const MOST_HEADERS = 200
const LARGEST_HEADERS = 16 * 1024

/** Builds the gateway from its parts: calls, pages, and the realtime server. Nothing is listened to yet. */
export function buildGateway(parts: GatewayParts): Gateway {
  const { config, postgres, redis, namespace, log, metrics = createGatewayMetrics() } = parts
  const drain = new AbortController()
  const draining = drain.signal
  const watcher = watchTopics({ readVersions: () => listTopicVersions(postgres.db), log })
  const queues = openQueueReader(redis.dashboard, {
    namespace,
    onError: (error) => log.warn({ err: error }, 'the queues cannot be read'),
  })
  const sessions = createSessions({
    postgres,
    secret: config.sessionSecret,
    isSecure: isBehindTls(config),
  })
  const publisher = withLocalEcho(parts.publisher, watcher)
  const orders = openBoardOrders(postgres.db, log)
  const gate = openLoadGate({
    bounds: config.bounds.load,
    postgres: watchPoolWait(postgres.pool),
    metrics: metrics.http,
    log,
  })
  const app = createApp(
    { ...parts, publisher, watcher, queues, orders, draining },
    { sessions, gate },
    metrics,
  )
  const headers = securityHeaders(config)
  const responses = openCachedResponses(cachedEndpoints(parts), {
    watcher,
    isLive: () => watcher.isReady() && subscriber.isUp(),
    headers: headersSetBy(headers),
  })
  const calls = turnAway({ headers, metrics: metrics.http, gate, otherwise: app })
  const server = createHttpServer(
    config.cachesResponses
      ? createResponseCache({ responses, metrics: metrics.http, log, next: calls })
      : calls,
    config.bounds.clients,
  )
  boundConnections(server, config.bounds.clients, metrics.http)
  const realtime = attachRealtimeServer(server, {
    db: postgres.db,
    queues,
    watcher,
    readSession: sessions.readLive,
    listSessions: sessions.listLive,
    addressOf: clientAddress(config),
    publicUrl: config.publicUrl,
    draining,
    log,
    bounds: config.bounds.clients,
    metrics: metrics.hub,
  })
  // Here, since polling does not pass through Express.
  const open = drainInOrder(server, draining, config.trustProxy === 0 ? 0 : DRAINING_KEEP_ALIVE_MS)
  const subscriber = openEventSubscriber({
    redis: redis.subscriber,
    channel: liveChannel(namespace),
    watcher,
    realtime,
    log,
  })

  return {
    server,
    sessions,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(config.port, config.host, () => resolve(portOf(server.address())))
      }),
    async close() {
      await open.refuseConnections()
      drain.abort()
      responses.close()
      subscriber.close()
      await realtime.close()
      await open.answered()
      gate.stop()
      watcher.stop()
      await queues.close()
    },
  }
}

function createHttpServer(listener: RequestListener, bounds: ClientBounds): Server {
  const server = createServer(
    {
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      connectionsCheckingInterval: bounds.lookEveryMs,
      keepAliveTimeout: bounds.keepAliveMs,
      maxHeaderSize: LARGEST_HEADERS,
    },
    listener,
  )
  server.maxHeadersCount = MOST_HEADERS
  return server
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function createApp(
  parts: CallParts,
  { sessions, gate }: Pick<RouterParts, 'sessions' | 'gate'>,
  { http }: GatewayMetrics,
): Express {
  const { config, postgres, log } = parts
  const passwords = createPasswords()
  const authentication = createAuthentication(postgres.db, passwords)
  const router: RouterParts = { sessions, authentication, gate, checksResponses: !config.isProduction }
  const limits = createLimits(parts.redis.limits, parts.namespace, config.rateLimitScale)
  // A missing handler does not compile.
  const handlers: Handlers = {
    ...siteRoutes(parts),
    ...configRoutes(parts),
    ...songRoutes(parts),
    ...showRoutes(parts),
    ...setlistRoutes(parts),
    ...tourRoutes(parts),
    ...leaderboardRoutes(parts),
    ...predictionRoutes({ ...parts, limits }),
    ...accountRoutes({ ...parts, limits, passwords }),
    ...runRoutes(parts),
    ...adminRoutes(parts),
    ...adminUserRoutes(parts),
    ...adminFileRoutes(parts),
    ...operationsRoutes(parts),
    ...catalogueRoutes(parts),
  }

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)
  app.set('etag', weakEtag)
  app.use(assignRequestId, logRequests(log), measureRequests(http))
  app.use(securityHeaders(config), refuseInvalidRequests)
  mountHealth(app, parts)
  app.use(compression({ threshold: COMPRESSION_THRESHOLD_BYTES }), refuseForeignOrigins(config.publicUrl))
  mountEndpoints(app, handlers, router)
  mountAvatars(app, parts)
  mountApiDocs(app, {
    title: parts.site.product,
    document: createOpenApiDocument({ name: parts.site.product, cookieName: sessions.cookieName }),
    guard: apiDocsGuard(config.isProduction, router),
  })
  mountMailbox(app, config)
  mountJobBoard(app, { title: parts.site.product, queues: parts.queues, guard: admit('admin', router), log })
  app.use('/api', refuseUnknownPaths)
  mountPages(app, parts)
  app.use(refuseUnknownPaths, sendErrors(log, http))
  return app
}

/** In production the description of the calls is the admins'. */
function apiDocsGuard(isProduction: boolean, router: RouterParts): RequestHandler[] {
  return isProduction ? admit('admin', router) : []
}
