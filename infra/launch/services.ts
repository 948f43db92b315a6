import { closeDataDir, createDataDir, isDataDirLocked, lockDataDir } from './data-dir.ts'
import { explainingDataDir } from './data-dir-problem.ts'
import {
  type EmbeddedPostgresOptions,
  type EmbeddedServer,
  findRunningPostgres,
  startPostgres,
} from './postgres.ts'
import { findRedis, startRedis } from './redis.ts'

export interface ServiceUrls {
  readonly databaseUrl: string
  readonly redisUrl: string
}

export interface Services extends ServiceUrls {
  /** Stops the servers that were started here, Redis first. */
  stop(): Promise<void>
}

export interface ServiceOptions extends EmbeddedPostgresOptions {
  /** Absolute; created where it is missing. */
  readonly dataDir: string
  /** The URL of a running server; without it one is started here. */
  readonly databaseUrl?: string | undefined
  readonly redisUrl?: string | undefined
}

/**
 * Starts the services that have no URL, in this data folder, which is locked for them. They end with this process,
 * even if it is killed.
 *
 * @throws SettingsError when the folder cannot be used
 * @throws when one does not start; the other is stopped again
 */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { dataDir } = options
  if (options.databaseUrl === undefined || options.redisUrl === undefined) {
    return inLockedDataDir(dataDir, async () => {
      // Postgres decides who may pass through to it.
      if (options.databaseUrl !== undefined) await closeDataDir(dataDir)
      return startMissing(options)
    })
  }
  await explainingDataDir(dataDir, () => createDataDir(dataDir))
  return startMissing(options)
}

/** Starts Postgres alone, for commands, which need no Redis. */
export function startDatabase(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  return inLockedDataDir(options.dataDir, () => startPostgres(options))
}

function inLockedDataDir<Started extends { stop(): Promise<void> }>(
  dataDir: string,
  start: () => Promise<Started>,
): Promise<Started> {
  return explainingDataDir(dataDir, async () => {
    const lock = await lockDataDir(dataDir)
    try {
      const started = await start()
      return { ...started, stop: () => started.stop().finally(() => lock.release()) }
    } catch (error) {
      await lock.release()
      throw error
    }
  })
}

async function startMissing(options: ServiceOptions): Promise<Services> {
  const [postgres, redis] = await Promise.allSettled([
    options.databaseUrl === undefined ? startPostgres(options) : external(options.databaseUrl),
    options.redisUrl === undefined ? startRedis(options) : external(options.redisUrl),
  ])
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') {
    return {
      databaseUrl: postgres.value.url,
      redisUrl: redis.value.url,
      async stop() {
        await redis.value.stop()
        await postgres.value.stop()
      },
    }
  }
  for (const service of [redis, postgres]) if (service.status === 'fulfilled') await service.value.stop()
  throw postgres.status === 'rejected'
    ? postgres.reason
    : redis.status === 'rejected'
      ? redis.reason
      : undefined
}

/** Postgres only if it accepts connections; Redis may hang, and each command limits its wait for it. */
export async function findRunningServices(dataDir: string): Promise<{ [Url in keyof ServiceUrls]?: string }> {
  if (!(await isDataDirLocked(dataDir))) return {}
  const [databaseUrl, redisUrl] = await Promise.all([findRunningPostgres(dataDir), findRedis(dataDir)])
  return { ...(databaseUrl !== undefined && { databaseUrl }), ...(redisUrl !== undefined && { redisUrl }) }
}

function external(url: string): Promise<EmbeddedServer> {
  return Promise.resolve({ url, stop: () => Promise.resolve() })
}
