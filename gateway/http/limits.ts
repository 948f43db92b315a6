import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisConnection } from '../parts.ts'
import { CallError } from './errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

type Allowance = { readonly points: number; readonly seconds: number }
type Limit = { readonly byAccount: Allowance; readonly byAddress?: Allowance }

/**
 * How often something may be done, by account (the user, or the e-mail address that was typed) and by network
 * address. A whole venue shares one address, so what fans do there is not limited by it. RATE_LIMIT_SCALE
 * multiplies them all.
 */
export const LIMITS = {
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
  avatar: { byAccount: { points: 10, seconds: HOUR } },
  'save-prediction': { byAccount: { points: 60, seconds: MINUTE } },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

/** Who is counted. */
export type Counted = { readonly account: string | number; readonly address: string }

export type Limits = {
  /**
   * Counts one try.
   *
   * @throws CallError `too_many_requests` once the account or the address has had its tries
   */
  count(name: LimitName, who: Counted): Promise<void>
  /** Takes a try back that turned out to be none of those that are counted. */
  forgive(name: LimitName, who: Counted): Promise<void>
}

type LimitersOf = { account: RateLimiterRedis; address?: RateLimiterRedis }

/**
 * The limits of all gateways together, counted in Redis; while it is away each process counts for itself, so
 * that the limits still hold.
 *
 * @param redis a connection of the role `limits`
 * @param namespace begins every key
 * @param scale multiplies every limit
 */
export function createLimits(redis: RedisConnection, namespace: string, scale: number): Limits {
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
  const createLimiters = (name: LimitName): LimitersOf => {
    const limit: Limit = LIMITS[name]
    return {
      account: createLimiter(`${name}:account`, limit.byAccount),
      ...(limit.byAddress ? { address: createLimiter(`${name}:address`, limit.byAddress) } : {}),
    }
  }
  const limiters: Record<LimitName, LimitersOf> = {
    login: createLimiters('login'),
    register: createLimiters('register'),
    'resend-verification': createLimiters('resend-verification'),
    'forgot-password': createLimiters('forgot-password'),
    avatar: createLimiters('avatar'),
    'save-prediction': createLimiters('save-prediction'),
  }

  return {
    async count(name, who) {
      const { account, address } = limiters[name]
      try {
        await account.consume(accountKey(who.account))
        await address?.consume(addressKey(who.address))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new CallError('too_many_requests', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) })
      }
    },
    async forgive(name, who) {
      const { account, address } = limiters[name]
      await account.delete(accountKey(who.account))
      await address?.reward(addressKey(who.address))
    },
  }
}

/** Hashed, so that no e-mail address stands in Redis. */
function accountKey(account: string | number): string {
  return createHash('sha256').update(String(account)).digest('base64url')
}

/** One customer of a provider has a whole /64 of IPv6 addresses and is counted as one. */
function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...new Array<string>(gap).fill('0'), ...after].slice(0, 4).join(':')
}
