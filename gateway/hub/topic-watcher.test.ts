import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { manualClock } from './testing/manual-clock.ts'
import { watchTopics } from './topic-watcher.ts'

/** A table of versions that answers when it is told to. */
function openTable() {
  const rows = new Map<string, number>()
  const readings: PromiseWithResolvers<readonly TopicVersion[]>[] = []
  return {
    rows,
    readings,
    readVersions: () => {
      const reading = Promise.withResolvers<readonly TopicVersion[]>()
      readings.push(reading)
      return reading.promise
    },
    answer: () => readings.at(-1)?.resolve([...rows].map(([topic, version]) => ({ topic, version }))),
    fail: () => readings.at(-1)?.reject(new Error('the database is away')),
  }
}

function start(rows: Record<string, number> = {}) {
  const table = openTable()
  for (const [topic, version] of Object.entries(rows)) table.rows.set(topic, version)
  const clock = manualClock()
  const watcher = watchTopics({ ...table, clock, log: pino({ enabled: false }) })
  const moves: string[] = []
  watcher.onChange(
    () => true,
    (topic, from, to) => moves.push(`${topic} ${from}-${to}`),
  )
  /** Lets the reading that is under way end, and everything that follows from it. */
  const settle = async (how: 'answer' | 'fail') => {
    table[how]()
    await nextTurn()
  }
  return { ...table, clock, watcher, moves, settle }
}

test('what the first reading finds is a start and not a change', async () => {
  const { watcher, moves, settle } = start({ runs: 7 })
  expect(watcher.isReady()).toBe(false)
  await settle('answer')
  await watcher.ready
  expect(watcher.isReady()).toBe(true)
  expect([watcher.versionOf('runs'), watcher.versionOf('settings')]).toEqual([7, 0])
  expect(moves).toEqual([])
})

test('what is heard before the first reading is a change', async () => {
  const { watcher, moves, settle } = start({ runs: 8 })
  watcher.hear([{ topic: 'runs', version: 7 }])
  await settle('answer')
  expect(moves).toEqual(['runs 0-7', 'runs 7-8'])
})

test('a change is told once, be it heard, read or both, and an older one never', async () => {
  const { watcher, rows, clock, moves, settle } = start({ runs: 7 })
  await settle('answer')
  watcher.hear([{ topic: 'runs', version: 9 }])
  watcher.hear([{ topic: 'runs', version: 8 }])
  rows.set('runs', 9).set('settings', 2)
  clock.advance(1_000)
  await settle('answer')
  watcher.hear([{ topic: 'settings', version: 2 }])
  expect(moves).toEqual(['runs 7-9', 'settings 0-2'])
  expect(watcher.versionOf('runs')).toBe(9)
})

test('readings never overlap, and a reading that is asked for begins after it was', async () => {
  const { watcher, readings, rows, clock, settle } = start()
  clock.advance(5_000)
  expect(readings).toHaveLength(1)
  const asked = [watcher.readNow(), watcher.readNow()]
  expect(readings).toHaveLength(1)
  await settle('answer')
  expect(readings).toHaveLength(2)
  rows.set('runs', 3)
  await settle('answer')
  await Promise.all(asked)
  expect(watcher.versionOf('runs')).toBe(3)
})

test('while the table cannot be read what is known stays, and the next reading goes on', async () => {
  const { watcher, rows, clock, moves, settle } = start({ runs: 7 })
  await settle('answer')
  clock.advance(1_000)
  await settle('fail')
  expect([watcher.isReady(), watcher.versionOf('runs')]).toEqual([true, 7])
  rows.set('runs', 8)
  clock.advance(1_000)
  await settle('answer')
  expect(moves).toEqual(['runs 7-8'])
})

test('a listener hears its topics until it stops, and one that throws does not keep others from hearing', async () => {
  const { watcher, moves, settle } = start()
  await settle('answer')
  const heard: string[] = []
  watcher.onChange('runs', () => {
    throw new Error('a listener with a fault')
  })
  const stop = watcher.onChange('runs', (topic) => heard.push(topic))
  watcher.hear([
    { topic: 'runs', version: 1 },
    { topic: 'settings', version: 1 },
  ])
  stop()
  watcher.hear([{ topic: 'runs', version: 2 }])
  expect(heard).toEqual(['runs'])
  expect(moves).toEqual(['runs 0-1', 'settings 0-1', 'runs 1-2'])
})

test('once it is stopped it reads no more', async () => {
  const { watcher, readings, clock, settle } = start()
  await settle('answer')
  watcher.stop()
  clock.advance(10_000)
  await watcher.readNow()
  expect(readings).toHaveLength(1)
})
