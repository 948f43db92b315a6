import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { manualClock } from '@called-it/tests/support/realtime/manual-clock'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchTopics } from './topic-watcher.ts'

/** Watches a table of versions; the test decides when a read ends. */
function start(initial: Record<string, number> = {}) {
  const rows = new Map(Object.entries(initial))
  const reads: PromiseWithResolvers<readonly TopicVersion[]>[] = []
  const kinds: string[] = []
  const clock = manualClock()
  const readVersions = (which: string) => {
    const read = Promise.withResolvers<readonly TopicVersion[]>()
    reads.push(read)
    kinds.push(which)
    return read.promise
  }
  const watcher = watchTopics({ readVersions, clock, log: pino({ enabled: false }) })
  const changes: string[] = []
  watcher.onChange(
    () => true,
    (topic, from, to) => changes.push(`${topic} ${from}-${to}`),
  )
  /** Ends the running read, and waits for what follows from it. */
  const settle = async (error?: Error) => {
    if (error) reads.at(-1)?.reject(error)
    else reads.at(-1)?.resolve([...rows].map(([topic, version]) => ({ topic, version })))
    await nextTurn()
  }
  return { rows, reads, kinds, clock, watcher, changes, settle }
}

test('takes the versions of the first read as the start, not as changes', async () => {
  const { watcher, changes, settle } = start({ runs: 7 })
  expect(watcher.isReady()).toBe(false)
  await settle()
  await watcher.ready
  expect(watcher.isReady()).toBe(true)
  expect([watcher.versionOf('runs'), watcher.versionOf('settings')]).toEqual([7, 0])
  expect(changes).toEqual([])
})

test('notifies once of a version that is received and read, never of an older one', async () => {
  const { watcher, rows, clock, changes, settle } = start({ runs: 7 })
  await settle()
  watcher.receive([{ topic: 'runs', version: 9 }])
  watcher.receive([{ topic: 'runs', version: 8 }])
  rows.set('runs', 9).set('settings', 2)
  clock.advance(1_000)
  await settle()
  watcher.receive([{ topic: 'settings', version: 2 }])
  expect(changes).toEqual(['runs 7-9', 'settings 0-2'])
  expect(watcher.versionOf('runs')).toBe(9)
})

test('never overlaps reads, and starts a requested read after the request', async () => {
  const { watcher, reads, rows, clock, settle } = start()
  clock.advance(5_000)
  expect(reads).toHaveLength(1)
  const requested = [watcher.readNow(), watcher.readNow()]
  expect(reads).toHaveLength(1)
  await settle()
  expect(reads).toHaveLength(2)
  rows.set('runs', 3)
  await settle()
  await Promise.all(requested)
  expect(watcher.versionOf('runs')).toBe(3)
})

test('reads all versions at the start and twice a minute, else what changed lately', async () => {
  const { kinds, clock, settle } = start()
  await settle(new Error('away'))
  for (let second = 0; second <= 31; second += 1) {
    clock.advance(1_000)
    await settle()
  }
  expect(kinds.flatMap((kind, second) => (kind === 'all' ? second : []))).toEqual([0, 1, 31])
})

test('keeps the known versions while the table cannot be read', async () => {
  const { watcher, rows, clock, changes, settle } = start({ runs: 7 })
  await settle()
  clock.advance(1_000)
  await settle(new Error('the database is away'))
  expect([watcher.isReady(), watcher.versionOf('runs')]).toEqual([true, 7])
  rows.set('runs', 8)
  clock.advance(1_000)
  await settle()
  expect(changes).toEqual(['runs 7-8'])
})
