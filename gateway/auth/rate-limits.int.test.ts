import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openRedis } from '@called-it/infra/redis/connection'
import { makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { testRedis } from '@called-it/tests/support/test-redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRateLimits, RATE_LIMITS } from './rate-limits.ts'

describe('rate limits', () => {
  const redis = openRedis(testRedis().url, 'limits', () => undefined)
  beforeAll(async () => void (redis.status === 'ready' || (await once(redis, 'ready'))))
  afterAll(() => redis.disconnect())

  const open = (namespace = `test-${randomUUID()}`) =>
    createRateLimits(redis, { namespace, config: { rateLimitScale: 1 }, secret: 'a secret of these tests' })
  const repeat = async (times: number, task: (time: number) => Promise<void>) => {
    for (let time = 1; time <= times; time += 1) await task(time)
  }
  const who = (account: string | number, address = '192.0.2.1') => ({ account, address })
  const refusal = { code: 'too_many_requests', status: 429, retryAfter: expect.any(Number) }

  test('counts the requests of all gateways together', async () => {
    const namespace = `test-${randomUUID()}`
    const [one, other] = [open(namespace), open(namespace)]
    await repeat(5, (time) => (time % 2 ? one : other).count('register', who('a')))
    for (const limits of [one, other]) {
      await expect(limits.count('register', who('a'))).rejects.toMatchObject(refusal)
    }
    await one.count('register', who('b'))
    await one.count('resend-verification', who('a'))
  })

  test('limits an address over all accounts, and an IPv6 network as one', async () => {
    const limits = open()
    const { points } = RATE_LIMITS.register.byAddress
    await repeat(points, (time) =>
      limits.count('register', who(`account-${time}`, `2001:db8:1:2::${time.toString(16)}`)),
    )
    await expect(limits.count('register', who('another', '2001:db8:1:2:ffff::1'))).rejects.toMatchObject(
      refusal,
    )
    await limits.count('register', who('yet another', '2001:db8:1:3::1'))
  })

  test('limits the saves of a user but not of a venue with one address', async () => {
    const limits = open()
    await repeat(500, (user) => limits.count('save-prediction', who(user)))
    await repeat(59, () => limits.count('save-prediction', who(1)))
    await expect(limits.count('save-prediction', who(1))).rejects.toMatchObject(refusal)
  })

  test('does not limit what was forgiven', async () => {
    const limits = open()
    await repeat(30, () => limits.count('login', who('a')).then(() => limits.forgive('login', who('a'))))
    await repeat(10, () => limits.count('login', who('a')))
    await expect(limits.count('login', who('a'))).rejects.toMatchObject(refusal)
  })

  test('does not count or store an account that a refused address names', async () => {
    const namespace = `test-${randomUUID()}`
    const limits = open(namespace)
    await repeat(RATE_LIMITS.login.byAddress.points, (time) => limits.count('login', who(time % 30)))
    const before = await redis.keys(`${namespace}*`)
    await repeat(10, () => expect(limits.count('login', who('victim'))).rejects.toMatchObject(refusal))
    expect((await redis.keys(`${namespace}*`)).toSorted()).toEqual(before.toSorted())
  })

  test('blocks one address after ten failures of an account, all after a hundred', async () => {
    const limits = open()
    const guess = (address: string) => limits.count('login', who('victim', address))
    await repeat(200, (time) =>
      time <= 10 ? guess('192.0.2.1') : expect(guess('192.0.2.1')).rejects.toMatchObject(refusal),
    )
    await repeat(90, (time) => guess(`198.51.100.${time}`))
    await expect(guess('203.0.113.1')).rejects.toMatchObject(refusal)
  })

  test('stores neither mail addresses nor network addresses', async () => {
    const namespace = `test-${randomUUID()}`
    await open(namespace).count('login', who('somebody@example.test'))
    const keys = await redis.keys(`${namespace}*`)
    expect(keys).toHaveLength(3)
    expect(keys.join()).not.toMatch(/somebody|192\.0\.2/)
  })
})

describe('login limit', () => {
  test('rejects the right password too after ten failures, for that account only', async () => {
    const gateway = await gatewayOfTest()
    const [user, other] = [await makeUser(gateway.postgres.db), await makeUser(gateway.postgres.db)]
    for (let time = 0; time < 3; time += 1) {
      expect((await gateway.logIn(user.email)).status).toBe(200)
    }
    const failures = await Promise.all(
      Array.from({ length: 12 }, () => gateway.logIn(user.email, 'not the password')),
    )
    expect(failures.map(({ status }) => status).toSorted()).toEqual([...new Array(10).fill(401), 429, 429])
    const refused = await gateway.logIn(user.email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await gateway.logIn(other.email)).status).toBe(200)
  })

  test('has a count of its own for a browser in which the user has logged in', async () => {
    const gateway = await gatewayOfTest({ config: { rateLimitScale: 0.1 } })
    const [user, other] = [await makeUser(gateway.postgres.db), await makeUser(gateway.postgres.db)]
    const login = await gateway.logIn(user.email)
    const cookie = login.headers.getSetCookie().find((one) => one.startsWith('called-it-browser=')) ?? ''
    expect(cookie).toMatch(/Max-Age=15552000; Path=\/api\/auth; .*HttpOnly; SameSite=Lax/)
    const [known = ''] = cookie.split(';')
    const statusOf = async (email: string, password: string, cookie = known) =>
      (await gateway.logIn(email, password, { as: cookie })).status
    await gateway.logIn(user.email, 'a guess')
    await gateway.logIn(other.email, 'a guess')
    const altered = known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await statusOf(user.email, TEST_PASSWORD, altered)).toBe(429)
    expect(await statusOf(other.email, TEST_PASSWORD)).toBe(429)
    expect(await statusOf(user.email, TEST_PASSWORD)).toBe(200)
    expect(await statusOf(user.email, 'a guess')).toBe(401)
    expect(await statusOf(user.email, TEST_PASSWORD)).toBe(429)
  })

  test('holds without Redis, whatever address a client claims', async () => {
    const gateway = await gatewayOfTest({
      redisUrl: 'redis://127.0.0.1:1',
      config: { rateLimitScale: 0.1 },
    })
    const statuses: number[] = []
    for (let time = 0; time < 35; time += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${time}` }
      statuses.push((await gateway.logIn(`guess-${time}@example.test`, 'x', { headers })).status)
    }
    expect(statuses).toEqual([...new Array(30).fill(401), ...new Array(5).fill(429)])
  })
})

describe('limit of a user', () => {
  test.each([
    ['renames', 10, 'PUT', '/api/auth/profile', { display_name: 'Another Name' }],
    ['deletions of picks', 60, 'DELETE', '/api/users/current/predictions/1', undefined],
    ['test scores', 60, 'POST', '/api/test/score', { prediction: { set1: [], set2: [], encore: [] } }],
  ])('returns 429 beyond the limit of %s', async (_, limit, method, path, json) => {
    const gateway = await gatewayOfTest()
    const [as, other] = [
      await gateway.loginAs(await makeUser(gateway.postgres.db)),
      await gateway.loginAs(await makeUser(gateway.postgres.db)),
    ]
    const send = async (as: string) => (await gateway.send(method, path, { as, json })).status
    const statuses = await Promise.all(Array.from({ length: limit + 1 }, () => send(as)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await send(other)).not.toBe(429)
  })
})
