import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TopicListener } from '../realtime/topic-watcher.ts'
import type { CachedEndpoint } from './cached-endpoints.ts'
import { type EncodedResponse, openCachedResponses, textOf } from './cached-responses.ts'

const URL = '/api/site'
const MINUTE = 60_000

/** A cache of one endpoint that reads one number; the test decides when a read ends. */
function start({ expiresAt = null }: { expiresAt?: Date | null } = {}) {
  const listeners = new Set<TopicListener>()
  const reads: PromiseWithResolvers<void>[] = []
  const world = { value: 0, time: 0, isLive: true }
  const endpoint: CachedEndpoint = {
    name: 'getSite',
    path: URL,
    isAffectedBy: (topic) => topic === 'ours',
    async read() {
      const body = { seen: world.value }
      const reading = Promise.withResolvers<void>()
      reads.push(reading)
      await reading.promise
      return { body, expiresAt }
    },
  }
  const responses = openCachedResponses((url) => (url === URL ? endpoint : null), {
    watcher: {
      databaseTime: () => world.time,
      onChange(_which, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    isLive: () => world.isLive,
    headers: [],
  })
  const entry = responses.find(URL) ?? expect.fail('not cached')
  const seenIn = (response: EncodedResponse | null): number | null =>
    response && JSON.parse(textOf(response)).seen
  return {
    world,
    reads,
    responses,
    publish: (topic: string) => {
      for (const listener of listeners) listener(topic, 0, 1, undefined)
    },
    fresh: () => seenIn(entry.fresh()),
    async refresh() {
      return seenIn(await entry.refresh())
    },
    async endReads() {
      for (let ended = 0; ended < reads.length; ended += 1) {
        reads[ended]?.resolve()
        // The following read starts when the previous one has ended.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

/** A cache that has read its response. */
async function startFresh(options: { expiresAt?: Date | null } = {}) {
  const cache = start(options)
  const response = cache.refresh()
  await cache.endReads()
  expect(await response).toBe(0)
  return cache
}

describe('cached response', () => {
  test('is stale after a change of its topic, and while changes are not received', async () => {
    const { fresh, publish, world } = await startFresh()
    publish('another')
    expect(fresh()).toBe(0)
    world.isLive = false
    expect(fresh()).toBeNull()
    world.isLive = true
    publish('ours')
    expect(fresh()).toBeNull()
  })

  test.each([
    ['a minute', null, MINUTE],
    ['its expiry', new Date(5_000), 5_000],
  ] as const)('is stale after %s', async (_name, expiresAt, instant) => {
    const { fresh, world } = await startFresh({ expiresAt })
    world.time = instant - 1
    expect(fresh()).toBe(0)
    world.time = instant
    expect(fresh()).toBeNull()
  })

  test('rejects when its read fails and is removed', async () => {
    const { refresh, reads, fresh, endReads, responses } = start()
    const entry = responses.find(URL)
    const failed = refresh()
    reads[0]?.reject(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    expect(fresh()).toBeNull()
    expect(responses.find(URL)).not.toBe(entry)
    const next = refresh()
    await endReads()
    expect(await next).toBe(0)
  })

  test('is never older than its request, and concurrent requests share reads', async () => {
    const step = fc.constantFrom('request' as const, 'change' as const, 'end' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { world, reads, publish, fresh, refresh, endReads } = start()
        const requests: { since: number; response: Promise<number | null> }[] = []
        for (const current of steps) {
          if (current === 'request') {
            const held = fresh()
            if (held !== null) expect(held).toBe(world.value)
            else requests.push({ since: world.value, response: refresh() })
          } else if (current === 'change') {
            world.value += 1
            publish('ours')
          } else await endReads()
        }
        await endReads()
        for (const { since, response } of requests) expect(await response).toBeGreaterThanOrEqual(since)
        expect(reads.length).toBeLessThanOrEqual(2 * steps.filter((name) => name !== 'request').length + 2)
      }),
    )
  })
})

test('keeps the text of every alphabet, of short and of long responses', async () => {
  const [words] = fc.sample(fc.array(fc.string({ unit: 'grapheme' })), { numRuns: 1, seed: 5 })
  for (const body of [{ words }, { words, filler: '’'.repeat(10_000) }]) {
    const responses = openCachedResponses(
      () => ({
        name: 'getSite',
        path: URL,
        isAffectedBy: () => false,
        read: async () => ({ body, expiresAt: null }),
      }),
      {
        watcher: { databaseTime: () => 0, onChange: () => () => undefined },
        isLive: () => true,
        headers: [],
      },
    )
    const response = await responses.find(URL)?.refresh()
    expect(response && textOf(response)).toBe(JSON.stringify(body))
  }
})
