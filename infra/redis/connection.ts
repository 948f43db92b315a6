import { once } from 'node:events'
import { Redis, type RedisOptions } from 'ioredis'

export type RedisConnection = Redis

/**
 * Decides how a connection behaves while Redis is away:
 * - `producer` adds jobs and publishes: fails at once, since the outbox or Postgres has the data;
 * - `worker` takes jobs: waits without limit;
 * - `subscriber` waits, and subscribes again by itself;
 * - `limits` counts requests: has the shortest timeout, because a request waits for it;
 * - `dashboard` reads the queues for admins: fails at once, and connects at its first use (`reachRedis`).
 */
export type RedisRole = 'producer' | 'worker' | 'subscriber' | 'limits' | 'dashboard'

/** Without this cap an idle worker took up to 13 s to reconnect (measured). */
const MAX_RETRY_MS = 1_000
const RETRY_STEP_MS = 100
const PRODUCER_TIMEOUT_MS = 3_000
const LIMITS_TIMEOUT_MS = 500
const DASHBOARD_TIMEOUT_MS = 2_000
const CONNECT_WAIT_MS = 1_000

const failFast = { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false }
const patient = { maxRetriesPerRequest: null }

const roleOptions = {
  producer: { ...failFast, commandTimeout: PRODUCER_TIMEOUT_MS },
  worker: patient,
  subscriber: patient,
  limits: { ...failFast, commandTimeout: LIMITS_TIMEOUT_MS },
  dashboard: { ...failFast, commandTimeout: DASHBOARD_TIMEOUT_MS, lazyConnect: true },
} as const satisfies Record<RedisRole, RedisOptions>

/**
 * Opens a connection that reconnects by itself, at least every two seconds.
 *
 * @param url `redis://` or `rediss://`
 * @param onError for the log: receives every broken or refused connection
 */
export function openRedis(url: string, role: RedisRole, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    ...roleOptions[role],
    connectionName: `called-it:${role}`,
    retryStrategy: (times) => Math.min(times * RETRY_STEP_MS, MAX_RETRY_MS),
  })
  redis.on('error', onError)
  return redis
}

/** Resolves when the first attempt has succeeded or failed: fail-fast connections are not usable before. */
export function firstConnectionTry(redis: Redis): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (redis.status === 'ready') resolve()
  redis.once('ready', () => resolve())
  redis.once('close', () => resolve())
  return promise
}

/** Whether Redis can be used now. Opens a lazy connection, and waits up to a second for one that is being opened. */
export async function reachRedis(redis: Redis): Promise<boolean> {
  // A failure is reported by the connection's error event.
  if (redis.status === 'wait') redis.connect().catch(() => undefined)
  if (redis.status === 'connecting' || redis.status === 'connect') {
    const settled = new AbortController()
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(CONNECT_WAIT_MS)])
    const outcomes = [once(redis, 'ready', { signal }), once(redis, 'close', { signal })]
    await Promise.race(outcomes).catch(() => undefined)
    settled.abort()
  }
  return redis.status === 'ready'
}
