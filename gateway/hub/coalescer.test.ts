import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openCoalescer } from './coalescer.ts'

const log = pino({ enabled: false })

/** Work whose end the test decides on. */
function open() {
  const calls: { topic: string; end: PromiseWithResolvers<void> }[] = []
  const coalescer = openCoalescer({
    work: (topic) => {
      const end = Promise.withResolvers<void>()
      calls.push({ topic, end })
      return end.promise
    },
    log,
  })
  return { coalescer, calls, topics: () => calls.map(({ topic }) => topic) }
}

function onFakeTime(run: () => Promise<void>) {
  return async () => {
    vi.useFakeTimers()
    try {
      await run()
    } finally {
      vi.useRealTimers()
    }
  }
}

test(
  'a burst becomes one piece of work for each topic',
  onFakeTime(async () => {
    const { coalescer, topics } = open()
    for (const topic of ['runs', 'settings', 'runs', 'runs']) coalescer.mark(topic)
    await vi.advanceTimersByTimeAsync(100)
    expect(topics()).toEqual(['runs', 'settings'])
  }),
)

test(
  'what moves during its work is taken up once more afterwards, and never twice at a time',
  onFakeTime(async () => {
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
  'work that fails is repeated until it succeeds',
  onFakeTime(async () => {
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
  'stopping waits for the work under way and starts nothing more',
  onFakeTime(async () => {
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
