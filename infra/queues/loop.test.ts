import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('loop', () => {
  test('repeats its work, also after a failure, until it is stopped', async () => {
    const work = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('away'))
    const onError = vi.fn()
    const loop = startLoop({ everyMs: 500, work, onError })
    await pass(1_000)
    expect([work.mock.calls.length, onError.mock.calls.length]).toEqual([3, 1])
    await loop.stop()
    await pass(1_000)
    expect(work).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('works at once when it is woken, and once more when it was working', async () => {
    const working: (() => void)[] = []
    const work = vi.fn(() => new Promise<void>((resolve) => void working.push(resolve)))
    const loop = startLoop({ everyMs: 500, work, onError: () => undefined })
    loop.wake()
    loop.wake()
    working.shift()?.()
    await pass(0)
    expect(work).toHaveBeenCalledTimes(2)
    working.shift()?.()
    await pass(0)
    expect(work).toHaveBeenCalledTimes(2)
    loop.wake()
    await pass(0)
    expect(work).toHaveBeenCalledTimes(3)
    const stopped = loop.stop()
    working.shift()?.()
    await stopped
  })
})
