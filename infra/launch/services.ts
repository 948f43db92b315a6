import { mkdir } from 'node:fs/promises'
import { type EmbeddedServer, findRunningPostgres, startPostgres } from './postgres.ts'
import { findRunningRedis, startRedis } from './redis.ts'

export interface ServiceUrls {
  readonly databaseUrl: string
  readonly redisUrl: string
}

export interface Services extends ServiceUrls {
  /** Stops what was started here, Redis first, since Postgres holds the truth. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** Absolute; made where it is missing. */
  readonly dataDir: string
  /** A URL names a server that runs already; without it one is started here. */
  readonly databaseUrl?: string | undefined
  readonly redisUrl?: string | undefined
  /** Receives lines for a person: what is installed, what crashed. */
  readonly log: (line: string) => void
  /** False for servers of tests only: Postgres may lose everything in a crash, and is faster for it. */
  readonly durable?: boolean
  /** See {@link startPostgres}. */
  readonly postgresFolder?: string | undefined
}

/**
 * Brings up the services that have no URL, on this machine and in this data folder. They end with this process,
 * even if it is killed.
 *
 * @throws when one cannot be had; the other is stopped again
 */
export async function startServices(options: ServiceOptions): Promise<Services> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
  const [postgres, redis] = await Promise.allSettled([
    options.databaseUrl === undefined ? startPostgres(options) : given(options.databaseUrl),
    options.redisUrl === undefined ? startRedis(options) : given(options.redisUrl),
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

/** Those services that a start in this data folder left running, and that answer. */
export async function findRunningServices(dataDir: string): Promise<{ [Url in keyof ServiceUrls]?: string }> {
  const [databaseUrl, redisUrl] = await Promise.all([findRunningPostgres(dataDir), findRunningRedis(dataDir)])
  return { ...(databaseUrl !== undefined && { databaseUrl }), ...(redisUrl !== undefined && { redisUrl }) }
}

function given(url: string): Promise<EmbeddedServer> {
  return Promise.resolve({ url, stop: () => Promise.resolve() })
}
