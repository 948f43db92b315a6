import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TopicListener } from '../hub/topic-watcher.ts'
import { hotRead } from './hot-read.ts'
import type { PreparedAnswer } from './prepared-answer.ts'
import { openHotStore } from './store.ts'

const ADDRESS = '/api/site'
const MINUTE = 60_000

/** A store over one number, whose reads end when the test says so. */
function start({ changesAt = null }: { changesAt?: Date | null } = {}) {
  const listeners = new Set<TopicListener>()
  const reads: PromiseWithResolvers<void>[] = []
  const world = { value: 0, time: 0, isCurrent: true }
  const read = {
    ...hotRead({ call: 'getSite', isMovedBy: (topic) => topic === 'ours', read: () => Promise.reject() }),
    async read() {
      const seen = world.value
      const reading = Promise.withResolvers<void>()
      reads.push(reading)
      await reading.promise
      return { body: { seen }, changesAt }
    },
  }
  const store = openHotStore({
    find: (address) => (address === ADDRESS ? read : null),
    watcher: {
      databaseTime: () => world.time,
      onChange(_which, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    isCurrent: () => world.isCurrent,
  })
  const entry = store.find(ADDRESS) ?? expect.fail('no hot read')
  const seenIn = (answer: PreparedAnswer | null): number | null =>
    answer && JSON.parse(String(answer.bodies.identity.content)).seen
  return {
    world,
    reads,
    store,
    move: (topic: string) => {
      for (const listener of listeners) listener(topic, 0, 1, undefined)
    },
    kept: () => seenIn(entry.kept()),
    async renew() {
      return seenIn(await entry.renew())
    },
    async endReads() {
      for (let ended = 0; ended < reads.length; ended += 1) {
        reads[ended]?.resolve()
        // A following read begins when the one before has ended.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

test('nothing is kept at first, and what was read then is', async () => {
  const { kept, renew, endReads, store } = start()
  expect(store.find('/api/site?x=1')).toBeNull()
  expect(kept()).toBeNull()
  const answer = renew()
  await endReads()
  expect([await answer, kept()]).toEqual([0, 0])
})

test('a change of its topic ends it, one of another does not', async () => {
  const { kept, renew, endReads, move } = start()
  const answer = renew()
  await endReads()
  await answer
  move('another')
  expect(kept()).toBe(0)
  move('ours')
  expect(kept()).toBeNull()
})

test.each([
  ['a minute', null, MINUTE],
  ['the instant at which it changes', new Date(5_000), 5_000],
] as const)('%s ends it', async (_name, changesAt, instant) => {
  const { kept, renew, endReads, world } = start({ changesAt })
  const answer = renew()
  await endReads()
  await answer
  world.time = instant - 1
  expect(kept()).toBe(0)
  world.time = instant
  expect(kept()).toBeNull()
})

test('nothing is taken from it while changes are not heard', async () => {
  const { kept, renew, endReads, world } = start()
  const answer = renew()
  await endReads()
  await answer
  world.isCurrent = false
  expect(kept()).toBeNull()
})

test('a read that fails is told to those who wait, and forgotten', async () => {
  const { renew, reads, kept, endReads, store } = start()
  const entry = store.find(ADDRESS)
  const failed = renew()
  reads[0]?.reject(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  expect(kept()).toBeNull()
  // A new one: whoever asks for what there is not takes no room.
  expect(store.find(ADDRESS)).not.toBe(entry)
  const next = renew()
  await endReads()
  expect(await next).toBe(0)
})

test('whoever asks gets what is at some moment after they asked, and few reads serve many', async () => {
  const happening = fc.constantFrom('ask' as const, 'change' as const, 'end' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async (happenings) => {
      const { world, reads, move, kept, renew, endReads } = start()
      const asked: { since: number; answer: Promise<number | null> }[] = []
      for (const happened of happenings) {
        if (happened === 'ask') {
          const held = kept()
          // What is kept is the truth of now.
          if (held !== null) expect(held).toBe(world.value)
          else asked.push({ since: world.value, answer: renew() })
        } else if (happened === 'change') {
          world.value += 1
          move('ours')
        } else await endReads()
      }
      await endReads()
      for (const { since, answer } of asked) expect(await answer).toBeGreaterThanOrEqual(since)
      expect(reads.length).toBeLessThanOrEqual(
        2 * happenings.filter((happened) => happened !== 'ask').length + 2,
      )
    }),
  )
})
