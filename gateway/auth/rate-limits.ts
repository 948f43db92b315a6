import { createHmac } from 'node:crypto'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import { READS_PER_MINUTE } from '@called-it/shared/contract/api-keys'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { GatewayConfig } from '../config.ts'
import { networkOf } from '../http/client-address.ts'
import { ApiError } from '../http/errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

type Allowance = { readonly points: number; readonly seconds: number }
type Limit = {
  readonly byAddress?: Allowance
  /** One account's requests from one address. */
  readonly byPair?: Allowance
  readonly byAccount?: Allowance
}

/**
 * Limits by account (the user, or the e-mail address that was entered) and by network address. A venue shares one
 * address, so what users do during a show is not limited by it. RATE_LIMIT_SCALE multiplies all of them.
 */
export const RATE_LIMITS = {
  /** Counts failures only. */
  login: {
    byAddress: { points: 300, seconds: 15 * MINUTE },
    byPair: { points: 10, seconds: 15 * MINUTE },
    byAccount: { points: 100, seconds: 15 * MINUTE },
  },
  /** In place of `login`, by browser: failures elsewhere do not block the user in it. */
  'login-known-browser': { byAccount: { points: 10, seconds: 15 * MINUTE } },
  /** By session, so that its failures do not block logins. */
  'confirm-password': { byAccount: { points: 10, seconds: 15 * MINUTE } },
  register: { byAddress: { points: 100, seconds: HOUR }, byAccount: { points: 5, seconds: HOUR } },
  /** Pages poll it every 3 s. The account is the browser's token. */
  'follow-registration': {
    byAddress: { points: 3_000, seconds: MINUTE },
    byAccount: { points: 60, seconds: MINUTE },
  },
  'resend-verification': {
    byAddress: { points: 100, seconds: HOUR },
    byAccount: { points: 5, seconds: HOUR },
  },
  'forgot-password': { byAddress: { points: 100, seconds: HOUR }, byAccount: { points: 5, seconds: HOUR } },
  'login-link': { byAddress: { points: 100, seconds: HOUR }, byAccount: { points: 5, seconds: HOUR } },
  /** Each link has five tries besides. */
  'login-code': { byAddress: { points: 300, seconds: 15 * MINUTE } },
  /** The way to an issuer, and the way back. */
  issuer: { byAddress: { points: 600, seconds: 15 * MINUTE } },
  /** A login page asks when it is opened. */
  'passkey-options': { byAddress: { points: 1_000, seconds: MINUTE } },
  'change-passkeys': { byAccount: { points: 20, seconds: HOUR } },
  'change-password': { byAccount: { points: 5, seconds: HOUR } },
  'export-data': { byAccount: { points: 10, seconds: HOUR } },
  'change-address': { byAccount: { points: 5, seconds: HOUR } },
  rename: { byAccount: { points: 10, seconds: HOUR } },
  avatar: { byAccount: { points: 10, seconds: HOUR } },
  report: { byAccount: { points: 10, seconds: HOUR } },
  'save-prediction': { byAccount: { points: 60, seconds: MINUTE } },
  'delete-prediction': { byAccount: { points: 60, seconds: MINUTE } },
  'create-league': { byAccount: { points: 10, seconds: HOUR } },
  /** Each change lets every member's open page refetch the league. */
  'change-league': { byAccount: { points: 60, seconds: 10 * MINUTE } },
  /** Counts codes of invitations that are none. There are a billion. */
  'invitation-code': {
    byAddress: { points: 60, seconds: HOUR },
    byAccount: { points: 10, seconds: 15 * MINUTE },
  },
  follow: { byAccount: { points: 60, seconds: MINUTE } },
  'share-card': { byAccount: { points: 30, seconds: HOUR } },
  'league-reaction': { byAccount: { points: 10, seconds: MINUTE } },
  language: { byAccount: { points: 60, seconds: MINUTE } },
  'notification-settings': { byAccount: { points: 60, seconds: MINUTE } },
  /** Images that are not stored yet. Those of links that users share have an own limit, which no other page uses up. */
  'draw-preview': { byAddress: { points: 20, seconds: MINUTE } },
  'draw-shared-preview': { byAddress: { points: 20, seconds: MINUTE } },
  'push-subscription': { byAccount: { points: 30, seconds: HOUR } },
  'create-api-key': { byAccount: { points: 20, seconds: HOUR } },
  'api-key': { byAccount: { points: READS_PER_MINUTE, seconds: MINUTE } },
  'test-mail': { byAccount: { points: 10, seconds: 10 * MINUTE } },
  /** Counts wrong ones, of all clients together. */
  'setup-code': { byAccount: { points: 5, seconds: MINUTE } },
  /** Visitors may download them too. */
  results: { byAddress: { points: 20, seconds: 10 * MINUTE } },
  'test-score': { byAccount: { points: 60, seconds: MINUTE } },
} as const satisfies Record<string, Limit>
type RateLimitName = keyof typeof RATE_LIMITS

/** A visitor has no account. */
type RateLimited = { readonly account: string | number | null; readonly address: string }

export type RateLimits = {
  /**
   * The address is counted first, the account last, and a refusal ends the counting: what one address sends beyond its
   * limit neither blocks an account nor stores anything about it.
   *
   * @throws ApiError `too_many_requests` beyond any of the limits
   */
  count(name: RateLimitName, client: RateLimited): Promise<void>
  /** After a success: clears the counts of the account, and takes one from that of the address. */
  forgive(name: RateLimitName, client: RateLimited): Promise<void>
  /** Takes one from each count. */
  refund(name: RateLimitName, client: RateLimited): Promise<void>
  /** Clears the counts of the account only. */
  clear(name: RateLimitName, client: RateLimited): Promise<void>
}

/**
 * Counts in Redis for all gateways together. While Redis is away each process counts for itself.
 *
 * @param redis a connection of the role `limits`
 * @param namespace the prefix of every key
 * @param secret hashes what is counted, so that Redis holds neither mail nor network addresses
 */
export function createRateLimits(
  redis: RedisConnection,
  {
    namespace,
    config,
    secret,
  }: { namespace: string; config: Pick<GatewayConfig, 'rateLimitScale'>; secret: string },
): RateLimits {
  const createLimiter = (key: string, points: number, duration: number) => {
    const options = { keyPrefix: `${namespace}:limit:${key}`, points, duration }
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
      rejectIfRedisNotReady: true,
    })
  }
  const limiters = new Map<string, RateLimiterRedis>()
  function limiterOf(key: string, allowance: Allowance): RateLimiterRedis {
    const points = Math.max(1, Math.round(allowance.points * config.rateLimitScale))
    const name = `${key}:${points}`
    const limiter = limiters.get(name) ?? createLimiter(key, points, allowance.seconds)
    limiters.set(name, limiter)
    return limiter
  }

  // Without a key, each of the four billion IPv4 addresses could be tried. The prefix keeps apart what else is signed.
  const hash = (value: string) => createHmac('sha256', secret).update(`limit ${value}`).digest('base64url')

  function countersOf(name: RateLimitName, { account, address }: RateLimited) {
    const { byAddress, byPair, byAccount }: Limit = RATE_LIMITS[name]
    const network = networkOf(address)
    const counter = (by: string, allowance: Allowance | undefined, value: string) =>
      allowance ? [{ limiter: limiterOf(`${name}:${by}`, allowance), key: hash(value) }] : []
    return {
      ofAddress: counter('address', byAddress, network),
      ofAccount:
        account === null
          ? []
          : [
              ...counter('pair', byPair, `${network} ${account}`),
              ...counter('account', byAccount, String(account)),
            ],
    }
  }

  async function clear(name: RateLimitName, client: RateLimited): Promise<void> {
    for (const { limiter, key } of countersOf(name, client).ofAccount) await limiter.delete(key)
  }

  return {
    async count(name, client) {
      const { ofAddress, ofAccount } = countersOf(name, client)
      try {
        for (const { limiter, key } of [...ofAddress, ...ofAccount]) await limiter.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new ApiError('too_many_requests', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) })
      }
    },
    async forgive(name, client) {
      await clear(name, client)
      for (const { limiter, key } of countersOf(name, client).ofAddress) await limiter.reward(key)
    },
    async refund(name, client) {
      const { ofAddress, ofAccount } = countersOf(name, client)
      for (const { limiter, key } of [...ofAddress, ...ofAccount]) await limiter.reward(key)
    },
    clear,
  }
}
