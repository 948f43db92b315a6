import { createHash } from 'node:crypto'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../http/client-address.ts'
import { ApiError } from '../http/errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

type Allowance = { readonly points: number; readonly seconds: number }
type Limit = { readonly byAccount: Allowance; readonly byAddress?: Allowance }

/**
 * Limits by account (the user, or the e-mail address that was entered) and by network address. A venue shares one
 * address, so what users do during a show is not limited by it. RATE_LIMIT_SCALE multiplies all of them.
 */
export const RATE_LIMITS = {
  /** Counts failures only. */
  login: {
    byAccount: { points: 10, seconds: 15 * MINUTE },
    byAddress: { points: 300, seconds: 15 * MINUTE },
  },
  register: { byAccount: { points: 5, seconds: HOUR }, byAddress: { points: 100, seconds: HOUR } },
  'resend-verification': {
    byAccount: { points: 5, seconds: HOUR },
    byAddress: { points: 100, seconds: HOUR },
  },
  'forgot-password': { byAccount: { points: 5, seconds: HOUR }, byAddress: { points: 100, seconds: HOUR } },
  'change-password': { byAccount: { points: 5, seconds: HOUR } },
  avatar: { byAccount: { points: 10, seconds: HOUR } },
  'save-prediction': { byAccount: { points: 60, seconds: MINUTE } },
} as const satisfies Record<string, Limit>
type RateLimitName = keyof typeof RATE_LIMITS

type RateLimited = { readonly account: string | number; readonly address: string }

export type RateLimits = {
  /** @throws ApiError `too_many_requests` beyond the limit of the account or the address */
  count(name: RateLimitName, client: RateLimited): Promise<void>
  /** Clears the count of the account, and takes one from that of the address. */
  forgive(name: RateLimitName, client: RateLimited): Promise<void>
  /** Clears the count of the account only. */
  forgiveAccount(name: RateLimitName, account: RateLimited['account']): Promise<void>
}

/**
 * Counts in Redis for all gateways together. While Redis is away each process counts for itself.
 *
 * @param redis a connection of the role `limits`
 * @param namespace the prefix of every key
 */
export function createRateLimits(redis: RedisConnection, namespace: string, scale: number): RateLimits {
  const createLimiter = (key: string, { points, seconds }: Allowance) => {
    const options = {
      keyPrefix: `${namespace}:limit:${key}`,
      points: Math.max(1, Math.round(points * scale)),
      duration: seconds,
    }
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
      rejectIfRedisNotReady: true,
    })
  }
  const limiters = new Map<string, RateLimiterRedis>()
  function limiterOf(key: string, allowance: Allowance): RateLimiterRedis {
    const limiter = limiters.get(key) ?? createLimiter(key, allowance)
    limiters.set(key, limiter)
    return limiter
  }
  function limitersOf(name: RateLimitName) {
    const { byAccount, byAddress }: Limit = RATE_LIMITS[name]
    return {
      account: limiterOf(`${name}:account`, byAccount),
      address: byAddress && limiterOf(`${name}:address`, byAddress),
    }
  }

  return {
    async count(name, client) {
      const { account, address } = limitersOf(name)
      try {
        await account.consume(accountKey(client.account))
        await address?.consume(networkOf(client.address))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new ApiError('too_many_requests', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) })
      }
    },
    async forgive(name, client) {
      const { account, address } = limitersOf(name)
      await account.delete(accountKey(client.account))
      await address?.reward(networkOf(client.address))
    },
    async forgiveAccount(name, account) {
      await limitersOf(name).account.delete(accountKey(account))
    },
  }
}

/** Hashed, so that Redis holds no e-mail address. */
function accountKey(account: string | number): string {
  return createHash('sha256').update(String(account)).digest('base64url')
}
