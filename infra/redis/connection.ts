import { Redis, type RedisOptions } from 'ioredis'

export type RedisConnection = Redis

/**
 * What a connection is for, which decides how it behaves while Redis is away:
 * - `producer` adds jobs and publishes: fails at once, since the outbox or a look at Postgres makes it good;
 * - `worker` takes jobs: waits for as long as it takes;
 * - `subscriber` listens: waits, and subscribes again by itself;
 * - `limits` counts requests: fails faster still, because a request waits for the answer.
 */
export type RedisRole = 'producer' | 'worker' | 'subscriber' | 'limits'

/** Without this cap an idle worker takes up to 13 s to notice that Redis is back (seen). */
const LONGEST_RETRY_MS = 2_000
const RETRY_STEP_MS = 100
const PRODUCER_TIMEOUT_MS = 3_000
const LIMITS_TIMEOUT_MS = 500

const failFast = { enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false }
const patient = { maxRetriesPerRequest: null }

const roleOptions = {
  producer: { ...failFast, commandTimeout: PRODUCER_TIMEOUT_MS },
  worker: patient,
  subscriber: patient,
  limits: { ...failFast, commandTimeout: LIMITS_TIMEOUT_MS },
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
