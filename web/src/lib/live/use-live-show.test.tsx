import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { POINTS } from '@called-it/shared/game/points'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { livePerformance, liveShowOf, liveStep } from '@called-it/tests/support/web/live-show-factories'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { deliver } from '../events/deliver.ts'
import { useLiveShow } from './use-live-show.ts'

let opened: Awaited<ReturnType<typeof openFakeLive>>
beforeEach(async () => {
  opened = await openFakeLive()
  opened.socket.happens('connect')
})

const live = fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() })

function openShow(enabled = true) {
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <opened.Live>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </opened.Live>
  )
  return renderHook(() => useLiveShow(5, { enabled }), { wrapper })
}

async function openLoadedShow() {
  const rendered = openShow()
  await waitFor(() => expect(rendered.result.current.data).toBeDefined())
  return rendered
}

describe('show that runs', () => {
  test('applies songs, corrections and removed songs', async () => {
    fakeApi(live)
    const { result } = await openLoadedShow()
    const second = livePerformance(2, 'set1', 2, 8)
    act(() => deliver('live:changed', liveStep(5, { changed: [second], songs: 2 })))
    await waitFor(() => expect(result.current.data).toMatchObject({ revision: 2, version: 4, viewers: 4 }))
    expect(result.current.data?.performances.map(({ song }) => song.id)).toEqual([1, 8])

    const corrected = livePerformance(1, 'set1', 1, 6)
    act(() => deliver('live:changed', liveStep(5, { from: 4, to: 5, changed: [corrected], songs: 1 })))
    await waitFor(() => expect(result.current.data?.performances).toEqual([corrected]))
    act(() => deliver('live:changed', liveStep(6, { from: 5, to: 6, songs: 0 })))
    act(() => deliver('live:changed', liveStep(5, { from: 5, to: 6, players: 8 })))
    await waitFor(() => expect(result.current.data?.players).toBe(8))
    expect(result.current.data?.performances).toEqual([corrected])
  })

  test('takes a step from 0 as the whole show', async () => {
    fakeApi(live)
    const { result } = await openLoadedShow()
    const whole = livePerformance(2, 'set1', 2, 8)
    act(() => deliver('live:changed', liveStep(5, { from: 0, to: 9, changed: [whole], songs: 2 })))
    await waitFor(() => expect(result.current.data?.performances).toEqual([whole]))
  })

  test('refetches after a step from an earlier version', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    let version = 2
    fakeApi(
      fake(liveShowEndpoints.getLiveShow, () => {
        version += 1
        return { ok: liveShowOf({ version }) }
      }),
    )
    const { result } = await openLoadedShow()
    act(() => deliver('live:changed', liveStep(5, { from: 2, to: 4, players: 8 })))
    await waitFor(() => expect(result.current.data).toMatchObject({ version: 4, players: 3 }))
  })

  test('follows the number of viewers of this show', async () => {
    fakeApi(live)
    const { result } = await openLoadedShow()
    act(() => deliver('viewers:changed', { showId: 5, viewers: 90 }))
    act(() => deliver('viewers:changed', { showId: 6, viewers: 1 }))
    await waitFor(() => expect(result.current.data?.viewers).toBe(90))
  })

  test('drops the name of a deleted player at once, then asks who had the songs', async () => {
    const requests = fakeApi(live)
    const { result } = await openLoadedShow()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [9] }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(result.current.data?.top[0]).toEqual([POINTS.correctSpecial, null, null])
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(requests).toHaveLength(2)
  })

  test('watches the show while it is mounted', async () => {
    fakeApi(live)
    const { unmount } = openShow()
    expect(opened.socket.sent.map(([event, watch]) => [event, watch])).toEqual([
      ['show:watch', { showId: 5 }],
    ])
    unmount()
    expect(opened.socket.sent.at(-1)).toEqual(['show:unwatch', { showId: 5 }])
  })

  test('asks for nothing while picks are open', () => {
    const requests = fakeApi()
    openShow(false)
    expect(requests).toEqual([])
    expect(opened.socket.sent).toEqual([])
  })

  test('asks again when the server still has the picks open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let failures = 1
    fakeApi(
      fake(liveShowEndpoints.getLiveShow, () =>
        failures-- > 0 ? { error: 'picks_open' } : { ok: liveShowOf() },
      ),
    )
    const { result } = openShow()
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    await waitFor(() => expect(result.current.data?.revision).toBe(1))
  })
})
