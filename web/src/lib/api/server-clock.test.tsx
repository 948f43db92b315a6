import { showEndpoints } from '@called-it/shared/contract/shows'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  followServerClock,
  readClockFrom,
  readServerClock,
  serverNow,
  takePreload,
  useServerNow,
} from './server-clock.ts'

const NOW = Date.parse('2026-06-20T22:30:00Z')
const HOUR = 3_600_000
let deviceAhead = 0

const clock = fake(showEndpoints.getClock, () => ({
  ok: { now: new Date(Date.now() - deviceAhead).toISOString() },
}))

function Now({ exactlyAt }: { exactlyAt: number }) {
  return <output>{new Date(useServerNow(60_000, exactlyAt)).toISOString()}</output>
}

// By the faked clock: by a real one time would pass between request and response.
beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  deviceAhead = 0
  fakeApi(clock)
  await readServerClock()
})

describe('server clock', () => {
  test.each([6 * HOUR, -6 * HOUR])('corrects a device that is %d ms ahead', async (ahead) => {
    deviceAhead = ahead
    vi.setSystemTime(NOW + ahead)
    expect(serverNow()).toBe(NOW + ahead)
    fakeApi(clock)
    render(<Now exactlyAt={NOW + 1_500} />)
    await act(readServerClock)
    expect(screen.getByText('2026-06-20T22:30:00.000Z')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.getByText('2026-06-20T22:30:01.500Z')).toBeDefined()
  })

  test.each([15_000, -15_000])(
    'is not late for an instant that has moved to %d ms from now',
    async (left) => {
      vi.setSystemTime(NOW)
      const { rerender } = render(<Now exactlyAt={NOW + HOUR} />)
      await act(() => vi.advanceTimersByTimeAsync(40_000))
      rerender(<Now exactlyAt={NOW + 40_000 + left} />)
      await act(() => vi.advanceTimersByTimeAsync(Math.max(left, 0)))
      expect(serverNow()).toBe(NOW + 40_000 + Math.max(left, 0))
      expect(screen.getByText(new Date(serverNow()).toISOString())).toBeDefined()
    },
  )

  test('adds half of the round trip', async () => {
    vi.setSystemTime(NOW)
    fakeApi(
      fake(showEndpoints.getClock, async () => {
        await vi.advanceTimersByTimeAsync(2_000)
        return { ok: { now: new Date(NOW + 5_000).toISOString() } }
      }),
    )
    await readServerClock()
    expect(serverNow()).toBe(NOW + 6_000)
  })

  test('counts a response that the head had preloaded from when that was sent', async () => {
    vi.setSystemTime(NOW)
    const link = Object.assign(document.createElement('link'), { as: 'fetch' })
    link.setAttribute('href', '/api/clock')
    document.head.append(link)
    const sentMsAgo = (ms: number) => performance.now() - ms
    const timing: PerformanceResourceTiming = Object.create(PerformanceResourceTiming.prototype, {
      requestStart: { value: sentMsAgo(4_000) },
      responseStart: { value: sentMsAgo(2_000) },
    })
    const times = vi.spyOn(performance, 'getEntriesByName').mockReturnValue([timing])
    const response = Promise.resolve({ now: new Date(NOW + 5_000).toISOString() })
    await readClockFrom(response, takePreload('/api/clock'))
    expect(serverNow()).toBe(NOW + 8_000)
    times.mockReturnValue([])
    expect(takePreload('/api/clock')).toBeNull()
    await readClockFrom(response, link)
    expect(serverNow()).toBe(NOW + 8_000)
  })

  test('keeps the last reading when the server cannot be reached', async () => {
    deviceAhead = HOUR
    vi.setSystemTime(NOW + HOUR)
    fakeApi(clock)
    await readServerClock()
    fakeApi()
    await readServerClock()
    expect(serverNow()).toBe(NOW)
  })

  test('is read after the first view, online, and when the page is seen again after long', async () => {
    vi.setSystemTime(NOW + 48 * HOUR)
    const requests = fakeApi(clock)
    const see = () => document.dispatchEvent(new Event('visibilitychange'))
    onTestFinished(followServerClock())
    const readings = async () => {
      await vi.advanceTimersByTimeAsync(10)
      return requests.length
    }
    expect(await readings()).toBe(1)
    see()
    expect(await readings()).toBe(1)
    vi.setSystemTime(NOW + 49 * HOUR)
    see()
    expect(await readings()).toBe(2)
    dispatchEvent(new Event('online'))
    expect(await readings()).toBe(3)
  })
})
