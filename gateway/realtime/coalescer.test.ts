import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCoalescer } from './coalescer.ts'

const log = pino({ enabled: false })

/** Tasks end when the test decides. */
function open() {
  const runs: { topic: string; end: PromiseWithResolvers<void> }[] = []
  const coalescer = openCoalescer({
    run: (topic) => {
      const end = Promise.withResolvers<void>()
      runs.push({ topic, end })
      return end.promise
    },
    log,
  })
  return { coalescer, runs, topics: () => runs.map(({ topic }) => topic) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs a topic again that is marked while its task runs, never twice at once', async () => {
  const { coalescer, runs, topics } = open()
  coalescer.mark('runs')
  await vi.advanceTimersByTimeAsync(100)
  coalescer.mark('runs')
  coalescer.mark('runs')
  coalescer.mark('settings')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(topics()).toEqual(['runs', 'settings'])
  runs[0]?.end.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(topics()).toEqual(['runs', 'settings', 'runs'])
  runs[2]?.end.resolve()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(3)
})

test('runs an urgent topic at once, and never twice at once', async () => {
  const { coalescer, runs, topics } = open()
  coalescer.mark('settings')
  coalescer.mark('live:1', true)
  expect(topics()).toEqual(['live:1'])
  coalescer.mark('live:1', true)
  await vi.advanceTimersByTimeAsync(100)
  expect(topics()).toEqual(['live:1', 'settings'])
  runs[0]?.end.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(topics()).toEqual(['live:1', 'settings', 'live:1'])
})

test('retries a task that fails until it succeeds', async () => {
  const { coalescer, runs } = open()
  coalescer.mark('runs')
  for (const failures of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toHaveLength(failures)
    runs.at(-1)?.end.reject(new Error('the database is away'))
  }
  await vi.advanceTimersByTimeAsync(2_000)
  runs.at(-1)?.end.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toHaveLength(4)
})
