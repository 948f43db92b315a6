import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventChannel } from '@called-it/infra/events/channel'
import { createGatewayMetrics, type GatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import { listTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { openQueueReader } from '@called-it/infra/queues/queue-states'
import compression from 'compression'
import express, { type Express } from 'express'
import { readApiKeys } from './auth/api-keys.ts'
import { createKnownBrowsers } from './auth/known-browsers.ts'
import { foreignOrigins, refuseForeignOrigins } from './auth/origin.ts'
import { createAuthentication } from './auth/passport.ts'
import { createPasswordRules } from './auth/password-rules.ts'
import { createPasswords } from './auth/passwords.ts'
import { createRateLimits } from './auth/rate-limits.ts'
import { createSessions, type Sessions } from './auth/session.ts'
import { createSetupGate } from './auth/setup-code.ts'
import { isBehindTls } from './config.ts'
import { mountAvatars } from './features/accounts/avatars.ts'
import { mountCalendars } from './features/calendars/routes.ts'
import { mountCrawlerFiles } from './features/crawlers/routes.ts'
import { mountEmbeds } from './features/embeds/routes.ts'
import { mountFeeds } from './features/feeds/routes.ts'
import { type LiveShowParts, openLiveShowParts, type ViewerParts } from './features/live-shows/live-show.ts'
import { openIcons } from './features/manifest/icons.ts'
import { mountManifest } from './features/manifest/routes.ts'
import { mountPreviews } from './features/previews/routes.ts'
import { openCrowdCounts } from './features/show-picks/crowd-counts.ts'
import type { CrowdParts } from './features/show-picks/service.ts'
import { mountWellKnown } from './features/well-known/routes.ts'
import { createHandlers } from './handlers.ts'
import { observeRequests } from './http/access-log.ts'
import { admit } from './http/admission.ts'
import { clientAddress } from './http/client-address.ts'
import { sendErrors } from './http/errors.ts'
import { COMPRESSION_THRESHOLD_BYTES, headersSetBy, securityHeaders, weakEtag } from './http/headers.ts'
import { mountHealth } from './http/health.ts'
import { ownHosts, refuseForeignHosts } from './http/host-names.ts'
import { createOpenApiDocument } from './http/openapi.ts'
import { openPageReads } from './http/page-reads.ts'
import { refuseInvalidRequests, refuseUnknownPaths } from './http/paths.ts'
import { assignRequestId } from './http/request-facts.ts'
import { mountEndpoints, type RouterParts } from './http/router.ts'
import { createLimitedServer, rejectInvalidRequests } from './overload/connection-limits.ts'
import { openLoadShedder, shedLoad } from './overload/load-shedding.ts'
import { trackConnections } from './overload/open-connections.ts'
import { watchPoolWait } from './overload/pool-wait.ts'
import { prepareShutdown } from './overload/shutdown.ts'
import { mountApiDocs } from './pages/api-docs.ts'
import { headLinks } from './pages/head-links.ts'
import { mountJobBoard } from './pages/job-board.ts'
import { mountMailbox } from './pages/mailbox.ts'
import { openPageHeads } from './pages/page-heads.ts'
import { openPageViewers } from './pages/page-viewer.ts'
import { mountPages } from './pages/pages.ts'
import { openPageRenderer, type PageRenderer } from './pages/rendering/page-renderer.ts'
import { openRenderedPages } from './pages/rendering/rendered-pages.ts'
import { openServedSwitches } from './pages/served-switches.ts'
import { type GatewayParts, type RequestParts, SETTINGS_TOPIC } from './parts.ts'
import { type DrawingProcess, openDrawingProcess } from './preview-images/open-drawing.ts'
import { openEventSubscriber, withLocalEcho } from './realtime/event-subscriber.ts'
import { attachRealtimeServer } from './realtime/realtime-server.ts'
import { watchTopics } from './realtime/topic-watcher.ts'
import { openPreviewContent } from './resources/preview-content.ts'
import { cachedEndpoints } from './response-cache/cached-endpoints.ts'
import { type CachedResponses, openCachedResponses } from './response-cache/cached-responses.ts'
import { createResponseCache } from './response-cache/response-cache.ts'
import { openBuilds } from './runs/builds.ts'
import { readPageTopics } from './show-pages/page-topics.ts'
import { openShowPages, type ShowPages } from './show-pages/show-page.ts'

export type Gateway = {
  readonly server: Server
  readonly sessions: Sessions
  /** Listens on the host and port of the config; resolves to the port. */
  listen(): Promise<number>
  /** Refuses new connections, closes the sockets and resolves when the running requests have their responses. */
  close(): Promise<void>
}

/** During a shutdown; longer than the `keepalive_timeout` of the upstreams in infra/deploy/nginx/gateways.conf.template. */
const PROXY_GRACE_MS = 3_000

/** Builds the gateway: endpoints, pages and realtime server. It does not listen yet. */
export function buildGateway(parts: GatewayParts): Gateway {
  const { config, postgres, redis, namespace, log, metrics = createGatewayMetrics() } = parts
  const drain = new AbortController()
  const draining = drain.signal
  const watcher = watchTopics({ readVersions: (which) => listTopicVersions(postgres.db, which), log })
  parts.settings.onChange(() => {
    watcher.receive([{ topic: SETTINGS_TOPIC, version: watcher.versionOf(SETTINGS_TOPIC) + 1 }])
  })
  const queues = openQueueReader(redis.dashboard, {
    namespace,
    onError: logRepeatedError(log, 'the queues cannot be read'),
  })
  const sessions = createSessions({
    postgres,
    secret: config.sessionSecret,
    isSecure: isBehindTls(config),
    config,
  })
  const publisher = withLocalEcho(parts.publisher, watcher, (left) => realtime.leagues.leave(left))
  const shedder = openLoadShedder({
    limits: config.limits.load,
    pool: watchPoolWait(postgres.pool),
    metrics: metrics.http,
    log,
  })
  const headers = securityHeaders(config)
  const crowds = openCrowdCounts(postgres.db)
  // The realtime server counts them and begins later.
  const viewersOf = (showId: number) => realtime.viewers.of(showId)
  const liveShows = { ...openLiveShowParts(postgres.db), viewersOf }
  const topicsOf = (showId: number) => readPageTopics(watcher, showId)
  const showPages = openShowPages({ db: postgres.db, crowds, liveShows, topicsOf })
  const isLive = () => watcher.isReady() && subscriber.isUp()
  const responses = openCachedResponses(cachedEndpoints({ ...parts, crowds, liveShows, showPages }), {
    watcher,
    isLive,
    headers: headersSetBy(headers),
  })
  const drawing = openDrawingProcess()
  const renderer = openPageRenderer({ webRoot: parts.webRoot, origin: config.publicUrl, log })
  const app = createApp(
    { ...parts, publisher, watcher, queues, draining },
    { sessions, shedder, crowds, liveShows, showPages, drawing, renderer, isLive },
    responses,
    metrics,
  )
  const listener = shedLoad({ headers, metrics: metrics.http, shedder, next: app })
  const server = createLimitedServer(
    config.cachesResponses
      ? createResponseCache({ responses, metrics: metrics.http, log, next: listener })
      : listener,
    config.limits.clients,
    metrics.http,
  )
  const realtime = attachRealtimeServer(server, {
    db: postgres.db,
    config,
    queues,
    watcher,
    liveShows,
    publisher: parts.publisher,
    readSession: sessions.readLive,
    listSessions: sessions.listLive,
    addressOf: clientAddress(config),
    isForeign: foreignOrigins(config),
    draining,
    log,
    limits: config.limits.clients,
    metrics: metrics.realtime,
  })
  // After the realtime server, so that both see the requests of polling too.
  refuseForeignHosts(server, ownHosts(config), [assignRequestId, ...headers])
  const connections = trackConnections(server)
  rejectInvalidRequests(server, connections, metrics.http)
  const shutdown = prepareShutdown(server, connections, draining)
  const subscriber = openEventSubscriber({
    redis: redis.subscriber,
    channel: eventChannel(namespace),
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
      await shutdown.refuseConnections()
      drain.abort()
      responses.close()
      subscriber.close()
      await realtime.close()
      await shutdown.finishRequests(config.trustProxy === 0 ? 0 : PROXY_GRACE_MS)
      drawing.close()
      await renderer.close()
      shedder.stop()
      watcher.stop()
      await queues.close()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function createApp(
  parts: RequestParts,
  {
    sessions,
    shedder,
    crowds,
    liveShows,
    showPages,
    drawing,
    renderer,
    isLive,
  }: Pick<RouterParts, 'sessions' | 'shedder'> &
    Pick<CrowdParts, 'crowds'> & {
      liveShows: LiveShowParts & ViewerParts
      showPages: ShowPages
      drawing: DrawingProcess
      renderer: PageRenderer
      isLive: () => boolean
    },
  responses: Pick<CachedResponses, 'find'>,
  { http }: GatewayMetrics,
): Express {
  const { config, postgres, log } = parts
  const passwords = createPasswords()
  const passwordRules = createPasswordRules(parts)
  const authentication = createAuthentication(
    postgres.db,
    passwords,
    config,
    createKnownBrowsers({ secret: config.sessionSecret, isSecure: isBehindTls(config) }),
  )
  const limits = createRateLimits(parts.redis.limits, {
    namespace: parts.namespace,
    config,
    secret: config.sessionSecret,
  })
  const router: RouterParts = {
    db: postgres.db,
    sessions,
    authentication,
    setup: createSetupGate({ db: postgres.db, limits }),
    shedder,
    uploads: {
      count: (userId) => limits.count('avatar', { account: userId, address: '' }),
      bodyMs: config.limits.clients.uploadMs,
    },
    checksResponses: !config.isProduction,
  }
  const builds = openBuilds(parts)
  const handlers = createHandlers(parts, {
    limits,
    passwords,
    passwordRules,
    crowds,
    liveShows,
    showPages,
    builds,
  })

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)
  app.set('etag', weakEtag)
  app.use(assignRequestId, observeRequests(log, http))
  app.use(securityHeaders(config), refuseInvalidRequests)
  mountHealth(app, parts)
  app.use(
    compression({ threshold: COMPRESSION_THRESHOLD_BYTES }),
    refuseForeignOrigins(foreignOrigins(config)),
  )
  const readContent = openPreviewContent({ db: postgres.db, builds, site: parts.site })
  app.use('/api', readApiKeys(postgres.db, limits))
  mountEndpoints(app, handlers, router)
  mountAvatars(app, parts)
  mountPreviews(app, { ...parts, limits, shedder, drawing, readContent })
  mountCalendars(app, { ...parts, shedder })
  const icons = openIcons(parts)
  mountManifest(app, { ...parts, icons })
  mountFeeds(app, { ...parts, shedder })
  mountCrawlerFiles(app, { ...parts, shedder })
  mountWellKnown(app, parts)
  mountEmbeds(app, { ...parts, shedder })
  mountApiDocs(app, {
    title: parts.site.product,
    document: createOpenApiDocument({
      name: parts.site.product,
      cookieName: sessions.cookieName,
      publicUrl: config.publicUrl,
    }),
  })
  mountMailbox(app, config)
  mountJobBoard(app, { title: parts.site.product, queues: parts.queues, guard: admit('admin', router), log })
  app.use('/api', refuseUnknownPaths)
  mountPages(app, {
    ...parts,
    readViewer: openPageViewers(postgres.db, sessions, config),
    sessions,
    readSwitches: openServedSwitches(responses),
    headLinks: () => headLinks(parts.site, icons),
    readHead: openPageHeads({ ...parts, db: postgres.db, readContent }),
    rendered: openRenderedPages({
      ...parts,
      renderer,
      read: openPageReads(handlers, responses, shedder),
      isLive,
    }),
  })
  app.use(refuseUnknownPaths, sendErrors(log, http))
  return app
}
