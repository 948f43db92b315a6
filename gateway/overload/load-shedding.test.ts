import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { openLoadShedder, priorityOf } from './load-shedding.ts'

const limits = {
  ...LIMITS.load,
  poolWaitMs: 10,
  pendingQueries: 5,
  eventLoopDelayMs: 100,
  runningRequests: 1,
  pendingRequests: 2,
}

function openShedder({ warmUpMs = 0, now = () => performance.now() } = {}) {
  const load = { pendingQueries: 100, poolWaitMs: 0, eventLoopDelayMs: 0 }
  const shedder = openLoadShedder({
    limits: { ...limits, warmUpMs },
    now,
    pool: { pendingQueries: () => load.pendingQueries, expectedMs: () => load.poolWaitMs },
    metrics: createGatewayMetrics().http,
    log: pino({ enabled: false }),
    eventLoop: { milliseconds: () => load.eventLoopDelayMs, stop: () => undefined },
  })
  /** Which priorities are shed under this load, and why. */
  const shed = (given: Partial<typeof load> = {}) => {
    Object.assign(load, given)
    return (['read', 'change', 'admin'] as const).flatMap((priority) => {
      const shedding = shedder.check(priority)
      return shedding ? [`${priority}: ${shedding.reason}`] : []
    })
  }
  return { shedder, shed }
}

describe('load shedder', () => {
  test('sheds reads first, then changes, admins last, while queries wait for Postgres', () => {
    const { shed } = openShedder()
    expect(shed({ poolWaitMs: 8 })).toEqual([])
    expect(shed({ poolWaitMs: 9 })).toEqual(['read: postgres_busy'])
    expect(shed({ poolWaitMs: 11 })).toEqual(['read: postgres_busy', 'change: postgres_busy'])
    expect(shed({ poolWaitMs: 16 })).toHaveLength(3)
    expect(shed({ pendingQueries: 5 })).toEqual([])
  })

  test('sheds in the same order while the event loop is late', () => {
    const { shed } = openShedder()
    expect(shed({ eventLoopDelayMs: 80 })).toEqual([])
    expect(shed({ eventLoopDelayMs: 101 })).toEqual(['read: event_loop', 'change: event_loop'])
    expect(shed({ eventLoopDelayMs: 151 })).toHaveLength(3)
    expect(shed({ eventLoopDelayMs: 0 })).toEqual([])
  })

  test('sheds while too many requests wait for a running one to end', async () => {
    const { shedder, shed } = openShedder()
    const { promise, reject } = Promise.withResolvers<void>()
    const running = shedder.run(() => promise)
    const pending = [shedder.run(async () => 1), shedder.run(async () => 2)]
    expect(shed()).toEqual(['read: requests', 'change: requests'])
    reject(new Error('failed'))
    await expect(running).rejects.toThrow('failed')
    expect(await Promise.all(pending)).toEqual([1, 2])
    expect(shed()).toEqual([])
  })

  test('sheds only by pending requests while it warms up after its first request', async () => {
    let time = 5_000
    const { shedder, shed } = openShedder({ warmUpMs: 1_000, now: () => time })
    const busy = { poolWaitMs: 100, eventLoopDelayMs: 500 }
    expect(shed(busy)).toEqual([])
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = Array.from({ length: 3 }, () => shedder.run(() => promise))
    expect(shed(busy)).toEqual(['read: requests', 'change: requests'])
    resolve()
    await Promise.all(running)
    time += 999
    expect(shed(busy)).toEqual([])
    time += 1
    expect(shed(busy)).toHaveLength(3)
  })

  test('spreads the times to come back over five seconds', () => {
    const { shedder, shed } = openShedder()
    shed({ poolWaitMs: 100 })
    const seconds = new Set(Array.from({ length: 200 }, () => shedder.check('change')?.retryAfter))
    expect([...seconds].toSorted()).toEqual([1, 2, 3, 4, 5])
  })
})

describe('priority of a request', () => {
  test.each([
    ['GET', '/api/leaderboard?after=x', 'read'],
    ['HEAD', '/api/avatars/1/a.webp', 'read'],
    ['POST', '/api/predictions', 'change'],
    ['DELETE', '/API/users/current/predictions/1', 'change'],
    ['POST', '/api/admin/shows/1/score', 'admin'],
    ['POST', '/api/shows/1/live/taps', 'admin'],
    ['GET', '/api/shows/1/live', 'read'],
    ['GET', '/', null],
    ['GET', '/healthz', null],
    ['GET', '/readyz', null],
    ['GET', '/apiary', null],
    ['GET', '/socket.io/?EIO=4', null],
    ['GET', '/assets/api/main.js', null],
  ])('takes %s %s as %s', (method, url, priority) => {
    expect(priorityOf({ method, url })).toBe(priority)
  })
})
