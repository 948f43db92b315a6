import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const fetchReadiness = vi.fn<(path: string) => Promise<Response>>()
const readiness = (status: number) => Promise.resolve(new Response(null, { status }))
const MINUTE = 60_000

async function openWatch() {
  const { pollUntilReady, onServerRecovery } = await import('./server-recovery.ts')
  const onReturn = vi.fn()
  return { pollUntilReady, onReturn, stop: onServerRecovery(onReturn) }
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  fetchReadiness.mockReset()
  vi.stubGlobal('fetch', fetchReadiness)
})

describe('server recovery', () => {
  test('notifies listeners once when the server is ready again', async () => {
    fetchReadiness.mockRejectedValueOnce(new TypeError('no network'))
    fetchReadiness.mockReturnValueOnce(readiness(503)).mockReturnValueOnce(readiness(200))
    const { pollUntilReady, onReturn } = await openWatch()
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(fetchReadiness.mock.calls.map(([path]) => path)).toEqual([READINESS_PATH, READINESS_PATH])
    expect(onReturn).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(fetchReadiness).toHaveBeenCalledTimes(3)
    expect(onReturn).toHaveBeenCalledOnce()
  })

  test('polls once at a time, however many requests fail', async () => {
    fetchReadiness.mockReturnValue(readiness(200))
    const { pollUntilReady, onReturn } = await openWatch()
    for (let call = 0; call < 5; call += 1) pollUntilReady()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(fetchReadiness).toHaveBeenCalledOnce()
    expect(onReturn).toHaveBeenCalledOnce()
  })

  test('doubles the polling interval up to 30 seconds', async () => {
    fetchReadiness.mockImplementation(() => readiness(503))
    const { pollUntilReady } = await openWatch()
    pollUntilReady()
    const waits: number[] = []
    while (waits.length < 6) {
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      waits.push(Date.now() - before)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  test('resets the interval after the server was ready for a minute', async () => {
    fetchReadiness.mockImplementation(() => readiness(200))
    const { pollUntilReady, onReturn } = await openWatch()
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(2_000)
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onReturn).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onReturn).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onReturn).toHaveBeenCalledTimes(3)
  })

  test('never polls without a listener', async () => {
    const { pollUntilReady, stop } = await openWatch()
    pollUntilReady()
    stop()
    await vi.advanceTimersByTimeAsync(MINUTE)
    pollUntilReady()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(fetchReadiness).not.toHaveBeenCalled()
  })
})
