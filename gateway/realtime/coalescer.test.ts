import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openCoalescer } from './coalescer.ts'

const log = pino({ enabled: false })

/** Tasks end when the test decides. */
function open() {
  const calls: { topic: string; end: PromiseWithResolvers<void> }[] = []
  const coalescer = openCoalescer({
    run: (topic) => {
      const end = Promise.withResolvers<void>()
      calls.push({ topic, end })
      return end.promise
    },
    log,
  })
  return { coalescer, calls, topics: () => calls.map(({ topic }) => topic) }
}

function withFakeTimers(body: () => Promise<void>) {
  return async () => {
    vi.useFakeTimers()
    try {
      await body()
    } finally {
      vi.useRealTimers()
    }
  }
}

test(
  'runs one task per topic for a burst',
  withFakeTimers(async () => {
    const { coalescer, topics } = open()
    for (const topic of ['runs', 'settings', 'runs', 'runs']) coalescer.mark(topic)
    await vi.advanceTimersByTimeAsync(100)
    expect(topics()).toEqual(['runs', 'settings'])
  }),
)

test(
  'runs a topic again that is marked while its task runs, never twice at once',
  withFakeTimers(async () => {
    const { coalescer, calls, topics } = open()
    coalescer.mark('runs')
    await vi.advanceTimersByTimeAsync(100)
    coalescer.mark('runs')
    coalescer.mark('runs')
    coalescer.mark('settings')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(topics()).toEqual(['runs', 'settings'])
    calls[0]?.end.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(topics()).toEqual(['runs', 'settings', 'runs'])
    calls[2]?.end.resolve()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(calls).toHaveLength(3)
  }),
)

test(
  'retries a task that fails until it succeeds',
  withFakeTimers(async () => {
    const { coalescer, calls } = open()
    coalescer.mark('runs')
    for (const failures of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(2_000)
      expect(calls).toHaveLength(failures)
      calls.at(-1)?.end.reject(new Error('the database is away'))
    }
    await vi.advanceTimersByTimeAsync(2_000)
    calls.at(-1)?.end.resolve()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls).toHaveLength(4)
  }),
)

test(
  'waits for running tasks on stop and starts no further one',
  withFakeTimers(async () => {
    const { coalescer, calls } = open()
    coalescer.mark('runs')
    await vi.advanceTimersByTimeAsync(100)
    coalescer.mark('runs')
    coalescer.mark('settings')
    let isStopped = false
    const stopped = coalescer.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isStopped).toBe(false)
    calls[0]?.end.resolve()
    await stopped
    await vi.advanceTimersByTimeAsync(5_000)
    expect(calls).toHaveLength(1)
  }),
)
