import path from 'node:path'
import type { Env } from '@called-it/infra/config/effective-settings'
import { openLiveSettings } from '@called-it/infra/config/live-settings'
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
import { buildGateway } from './app.ts'
import { warnOfMovedPasskeys } from './auth/moved-passkeys.ts'
import { announceSetupCode } from './auth/setup-code.ts'
import { type GatewaySettings, readGatewaySettings } from './config.ts'
import { openLiveParts, readCurrent } from './live-parts.ts'

const PROGRAM = 'gateway'

/** A frozen Postgres never responds; the request gets 503. */
const QUERY_TIMEOUT_MS = 5_000

/** One of them listens for changes of the settings. */
const MAX_CONNECTIONS = 11

/** Together less than the launcher waits before it kills the program. */
const REQUESTS_TIMEOUT_MS = 25_000
const STEP_TIMEOUT_MS = 1_500

async function start(settings: GatewaySettings, env: Env) {
  const { databaseUrl, redisUrl, metricsPort, tracedRatio: ratio, logLevel } = settings
  const log = createLogger(PROGRAM, logLevel)
  logFatalErrors(log)
  warnOfOldZoneData(log)
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
    read: readCurrent,
    onRestart: () => process.kill(process.pid, 'SIGTERM'),
    log,
  })
  const warn = ({ warnings }: { warnings: readonly string[] }) => {
    for (const warning of warnings) log.warn(warning)
  }
  warn(live.current())
  live.onChange(warn)
  const liveParts = openLiveParts(live, env)
  const { config } = liveParts
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
    ...liveParts,
    postgres,
    redis,
    namespace: REDIS_NAMESPACE,
    publisher: openEventPublisher({ redis: producer, channel: eventChannel(), log }),
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
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  await announceSetupCode({ db: postgres.db, config, log, print })
  await warnOfMovedPasskeys(postgres.db, config.publicUrl, log)
}

try {
  await start(readGatewaySettings(process.env), process.env)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`The gateway cannot start with these settings:\n${error.message}\n`)
  process.exit(1)
}
