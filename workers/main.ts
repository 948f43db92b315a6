import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Env } from '@called-it/infra/config/effective-settings'
import { openLiveSettings } from '@called-it/infra/config/live-settings'
import { SettingsError } from '@called-it/infra/config/settings'
import { openTracing } from '@called-it/infra/context/tracing'
import { eventChannel, REDIS_NAMESPACE } from '@called-it/infra/events/channel'
import { openEventPublisher } from '@called-it/infra/events/publisher'
import { announceReady, logFatalErrors, shutDownInOrder } from '@called-it/infra/observability/lifecycle'
import { createLogger } from '@called-it/infra/observability/log'
import { createMetrics, serveMetrics } from '@called-it/infra/observability/metrics'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import { measureStores } from '@called-it/infra/observability/store-metrics'
import { createWorkersMetrics } from '@called-it/infra/observability/workers-metrics'
import { warnOfOldZoneData } from '@called-it/infra/observability/zone-data'
import { openOutbound } from '@called-it/infra/outbound/outbound'
import { openPostgres } from '@called-it/infra/postgres/client'
import { NotMigratedError, requireMigrated } from '@called-it/infra/postgres/migrate'
import { untilPostgresReturns } from '@called-it/infra/postgres/outage'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { firstConnectionTry, openRedis, type RedisRole } from '@called-it/infra/redis/connection'
import { startWorkers } from './app.ts'
import { readWorkersSettings, type WorkersSettings } from './config.ts'
import { openLiveParts, readCurrent } from './live-parts.ts'

const PROGRAM = 'workers'

/**
 * Two runs with four connections each, four mails, four webhooks and two jobs of maintenance and totals with two each for
 * a moment, two channels of messages with two each (claims, results), the relay, LISTEN four times, and a backup or restore with
 * its lock and its progress.
 */
const MAX_CONNECTIONS = 38

/**
 * Live boards have connections of their own: a claim that waits behind runs for one would be taken by another worker.
 * One is for the heartbeat, two load a show, and one is spare.
 */
const MAX_LIVE_CONNECTIONS = 4

/** All steps together take less than the launcher waits. */
const JOBS_TIMEOUT_MS = 22_000
const STEP_TIMEOUT_MS = 1_000

async function start(given: WorkersSettings, env: Env) {
  const log = createLogger(PROGRAM, given.logLevel)
  logFatalErrors(log)
  warnOfOldZoneData(log)
  const { tracedRatio: ratio } = given
  const tracing = ratio === null ? null : await openTracing({ program: PROGRAM, ratio, log })
  const connectToPostgres = (maxConnections: number) =>
    openPostgres({
      url: given.databaseUrl,
      program: PROGRAM,
      maxConnections,
      onConnectionError: (error) => log.warn({ err: error }, 'a connection to Postgres broke'),
    })
  const postgres = connectToPostgres(MAX_CONNECTIONS)
  await requireMigrated(postgres.db)
  // The defaults would send mails into files and move locks.
  await untilPostgresReturns(() => readStoredSettings(postgres.db))
  const live = await openLiveSettings({
    postgres,
    env,
    keys: given.settingsKeys,
    read: (current) => readCurrent(postgres.db, current),
    onRestart: () => process.kill(process.pid, 'SIGTERM'),
    log,
  })
  const liveParts = openLiveParts(live)
  const { settings, mailer } = liveParts
  const livePostgres = connectToPostgres(MAX_LIVE_CONNECTIONS)
  const onRedisError = logRepeatedError(log, 'a connection to Redis broke')
  const connect = (role: RedisRole) =>
    openRedis(settings.redisUrl, role, (error) => onRedisError(error, { role }))
  const redis = {
    producer: connect('producer'),
    worker: connect('worker'),
    subscriber: connect('subscriber'),
  }
  await firstConnectionTry(redis.producer)
  const metrics = createMetrics(PROGRAM)
  measureStores(metrics, { postgres, redis, namespace: REDIS_NAMESPACE })
  const workers = startWorkers({
    ...liveParts,
    postgres,
    redis,
    live: { postgres: livePostgres, redis: redis.subscriber },
    namespace: REDIS_NAMESPACE,
    publisher: openEventPublisher({ redis: redis.producer, channel: eventChannel(), log }),
    settingsKeys: settings.settingsKeys,
    outbound: openOutbound({ allow: settings.outboundAllow }),
    dataDir: settings.dataDir,
    publicUrl: settings.publicUrl,
    worker: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
    log,
    metrics: createWorkersMetrics(metrics.registry),
  })
  const metricsServer =
    settings.metrics && (await serveMetrics(metrics, settings.metrics.host, settings.metrics.port))

  shutDownInOrder(log, [
    { name: 'jobs', limitMs: JOBS_TIMEOUT_MS, run: () => workers.stop() },
    {
      name: 'redis',
      limitMs: STEP_TIMEOUT_MS,
      run: async () => {
        mailer.close()
        for (const connection of Object.values(redis)) connection.disconnect()
      },
    },
    {
      name: 'postgres',
      limitMs: STEP_TIMEOUT_MS,
      run: async () => {
        await live.stop()
        await Promise.all([postgres.close(), livePostgres.close()])
      },
    },
    { name: 'metrics', limitMs: STEP_TIMEOUT_MS, run: async () => metricsServer?.close() },
    { name: 'traces', limitMs: STEP_TIMEOUT_MS, run: async () => tracing?.close() },
  ])
  log.info('working')
  announceReady()
}

try {
  await start(readWorkersSettings(process.env), process.env)
} catch (error) {
  const isSettings = error instanceof SettingsError
  if (!(isSettings || error instanceof NotMigratedError)) throw error
  process.stderr.write(
    `${isSettings ? 'The workers cannot start with these settings:\n' : ''}${error.message}\n`,
  )
  process.exit(1)
}
