import path from 'node:path'
import type { Env } from '@called-it/infra/config/effective-settings'
import { openLiveSettings } from '@called-it/infra/config/live-settings'
import { liveView } from '@called-it/infra/config/live-view'
import { loadBandProfile } from '@called-it/infra/config/load-band-profile'
import { SettingsError } from '@called-it/infra/config/settings'
import { openTracing } from '@called-it/infra/context/tracing'
import { eventChannel, REDIS_NAMESPACE } from '@called-it/infra/events/channel'
import { openEventPublisher } from '@called-it/infra/events/publisher'
import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { announceReady, logFatalErrors, shutDownInOrder } from '@called-it/infra/observability/lifecycle'
import { createLogger } from '@called-it/infra/observability/log'
import { createMetrics, serveMetrics } from '@called-it/infra/observability/metrics'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import { measureStores } from '@called-it/infra/observability/store-metrics'
import { warnOfOldZoneData } from '@called-it/infra/observability/zone-data'
import { openPostgres } from '@called-it/infra/postgres/client'
import { openRedis, type RedisRole } from '@called-it/infra/redis/connection'
import { PRODUCT } from '@called-it/shared/contract/site'
import { buildGateway } from './app.ts'
import { issuerButtons } from './auth/issuers.ts'
import { warnOfMovedPasskeys } from './auth/moved-passkeys.ts'
import { type GatewaySettings, readGatewaySettings } from './config.ts'
import { readOpenFileLimit, withinOpenFiles } from './overload/open-file-limit.ts'

const PROGRAM = 'gateway'

/** A frozen Postgres never responds; the request gets 503. */
const QUERY_TIMEOUT_MS = 5_000

/** One of them listens for changes of the settings. */
const MAX_CONNECTIONS = 11

/** Together less than the launcher waits before it kills the program. */
const REQUESTS_TIMEOUT_MS = 25_000
const STEP_TIMEOUT_MS = 1_500

/** What may change while the gateway runs. */
async function readAll(env: Env) {
  const { config, bandProfile } = readGatewaySettings(env)
  const { schedule: _, logo, accent, legal, ...texts } = await loadBandProfile(bandProfile)
  const clients = withinOpenFiles(config.limits.clients, readOpenFileLimit())
  return {
    config: { ...config, limits: { ...config.limits, clients } },
    site: { product: PRODUCT, isDemo: config.demo, issuers: issuerButtons(config), ...texts },
    legal: { ...legal, contact: legal.contact ?? config.securityContact },
    look: { logo, accent },
  }
}

async function start(settings: GatewaySettings, env: Env) {
  const { databaseUrl, redisUrl, metricsPort, tracedRatio: ratio, logLevel } = settings
  const log = createLogger(PROGRAM, logLevel)
  logFatalErrors(log)
  warnOfOldZoneData(log)
  for (const warning of settings.warnings) log.warn(warning)
  const tracing = ratio === null ? null : await openTracing({ program: PROGRAM, ratio, log })
  const postgres = openPostgres({
    url: databaseUrl,
    program: PROGRAM,
    maxConnections: MAX_CONNECTIONS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onConnectionError: (error) => log.warn({ err: error }, 'a connection to Postgres broke'),
  })
  const live = await openLiveSettings({
    postgres,
    env,
    keys: settings.config.settingsKeys,
    read: readAll,
    onRestart: () => process.kill(process.pid, 'SIGTERM'),
    log,
  })
  const config = liveView(() => live.current().config)
  const onRedisError = logRepeatedError(log, 'a connection to Redis broke')
  const connect = (role: RedisRole) => openRedis(redisUrl, role, (error) => onRedisError(error, { role }))
  const redis = {
    limits: connect('limits'),
    subscriber: connect('subscriber'),
    dashboard: connect('dashboard'),
  }
  const producer = connect('producer')
  const metrics = createMetrics(PROGRAM)
  measureStores(metrics, { postgres, redis: { ...redis, producer }, namespace: REDIS_NAMESPACE })
  const { clients } = config.limits
  if (clients.connections < settings.config.limits.clients.connections) {
    log.info(
      { connections: clients.connections },
      'the open-file limit lowers the connections of this gateway',
    )
  }
  const gateway = buildGateway({
    config,
    settings: { env, startedWith: live.startedWith, check: async (changed) => void (await readAll(changed)) },
    postgres,
    redis,
    namespace: REDIS_NAMESPACE,
    publisher: openEventPublisher({ redis: producer, channel: eventChannel(), log }),
    site: liveView(() => live.current().site),
    legal: liveView(() => live.current().legal),
    look: liveView(() => live.current().look),
    log,
    metrics: createGatewayMetrics(metrics.registry),
    webRoot: path.resolve(import.meta.dirname, '../web/dist'),
  })
  const metricsServer =
    metricsPort === undefined ? null : await serveMetrics(metrics, config.host, metricsPort)

  shutDownInOrder(log, [
    { name: 'gateway', limitMs: REQUESTS_TIMEOUT_MS, run: () => gateway.close() },
    {
      name: 'redis',
      limitMs: STEP_TIMEOUT_MS,
      run: async () => {
        for (const connection of [...Object.values(redis), producer]) connection.disconnect()
      },
    },
    {
      name: 'postgres',
      limitMs: STEP_TIMEOUT_MS,
      run: async () => {
        await live.stop()
        await postgres.close()
      },
    },
    { name: 'metrics', limitMs: STEP_TIMEOUT_MS, run: async () => metricsServer?.close() },
    { name: 'traces', limitMs: STEP_TIMEOUT_MS, run: async () => tracing?.close() },
  ])
  const port = await gateway.listen()
  log.info({ host: config.host, port }, 'listening')
  announceReady()
  await warnOfMovedPasskeys(postgres.db, config.publicUrl, log)
}

try {
  await start(readGatewaySettings(process.env), process.env)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`The gateway cannot start with these settings:\n${error.message}\n`)
  process.exit(1)
}
