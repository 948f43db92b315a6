import { once } from 'node:events'
import { Redis, type RedisOptions } from 'ioredis'

export type RedisConnection = Redis

/**
 * What a connection is for, which decides how it behaves while Redis is away:
 * - `producer` adds jobs and publishes: fails at once, since the outbox or a look at Postgres makes it good;
 * - `worker` takes jobs: waits for as long as it takes;
 * - `subscriber` listens: waits, and subscribes again by itself;
 * - `limits` counts requests: fails faster still, because a request waits for the answer;
 * - `dashboard` reads the queues for admins: fails at once as well, and connects at its first use (`reachRedis`).
 */
export type RedisRole = 'producer' | 'worker' | 'subscriber' | 'limits' | 'dashboard'

/** Without this cap an idle worker takes up to 13 s to notice that Redis is back (seen). */
const LONGEST_RETRY_MS = 2_000
const RETRY_STEP_MS = 100
const PRODUCER_TIMEOUT_MS = 3_000
const LIMITS_TIMEOUT_MS = 500
const DASHBOARD_TIMEOUT_MS = 2_000
/** How long somebody waits who asks for Redis while a connection is being made. */
const REACH_MS = 1_000

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
 * Opens a connection that keeps reconnecting for as long as it lives, at least every two seconds.
 *
 * @param url `redis://` or `rediss://`
 * @param onError told of every broken or refused connection: for the log only, the connection mends itself
 */
export function openRedis(url: string, role: RedisRole, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    ...roleOptions[role],
    connectionName: `called-it:${role}`,
    retryStrategy: (times) => Math.min(times * RETRY_STEP_MS, LONGEST_RETRY_MS),
  })
  redis.on('error', onError)
  return redis
}

/** Resolves when the first try to connect has ended, well or not: what fails fast is not used before. */
export function firstConnectionTry(redis: Redis): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (redis.status === 'ready') resolve()
  redis.once('ready', () => resolve())
  redis.once('close', () => resolve())
  return promise
}

/**
 * Tells whether Redis can be used now. A connection that was never used is made; while one is being made, the answer
 * waits for it, a second at most.
 */
export async function reachRedis(redis: Redis): Promise<boolean> {
  // That it fails is told by the connection's own error event.
  if (redis.status === 'wait') redis.connect().catch(() => undefined)
  if (redis.status === 'connecting' || redis.status === 'connect') {
    const enough = new AbortController()
    const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(REACH_MS)])
    const settled = [once(redis, 'ready', { signal }), once(redis, 'close', { signal })]
    await Promise.race(settled).catch(() => undefined)
    enough.abort()
  }
  return redis.status === 'ready'
}
