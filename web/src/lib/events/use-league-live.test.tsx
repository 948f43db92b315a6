import { openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { deliver } from './deliver.ts'
import { useLeagueLive } from './use-league-live.ts'

let opened: Awaited<ReturnType<typeof openFakeLive>>
beforeEach(async () => {
  opened = await openFakeLive()
  opened.socket.happens('connect')
  vi.useFakeTimers()
})

function openLeague() {
  const refetch = vi.fn()
  const hook = renderHook((props) => useLeagueLive(props.leagueId, { version: props.version, refetch }), {
    initialProps: { leagueId: 4, version: 6 },
    wrapper: opened.Live,
  })
  return { ...hook, refetch }
}

const change = (leagueId: number, to: number) =>
  act(() => deliver('league:changed', { topic: `league:${leagueId}`, from: 0, to, leagueId }))
const pass = () => act(() => vi.advanceTimersByTime(2_500))

test('refetches once after newer changes of the league, and after each confirmed watch', () => {
  const { refetch, unmount } = openLeague()
  for (const [leagueId, to] of [
    [4, 6],
    [5, 9],
  ] as const)
    change(leagueId, to)
  pass()
  expect(refetch).not.toHaveBeenCalled()
  change(4, 7)
  change(4, 8)
  expect(refetch).not.toHaveBeenCalled()
  pass()
  expect(refetch).toHaveBeenCalledTimes(1)

  const [event, watched, confirm] = opened.socket.sent.at(-1) ?? []
  expect([event, watched]).toEqual(['league:watch', { leagueId: 4 }])
  if (typeof confirm !== 'function') expect.unreachable('the watch has no acknowledgement')
  act(() => confirm({ ok: true }))
  pass()
  expect(refetch).toHaveBeenCalledTimes(2)
  change(4, 9)
  unmount()
  pass()
  expect(refetch).toHaveBeenCalledTimes(2)
  expect(opened.socket.sent.at(-1)).toEqual(['league:unwatch', { leagueId: 4 }])
})

test('has the members who are present in this league', () => {
  const { result, rerender } = openLeague()
  act(() => deliver('league:present', { leagueId: 4, userIds: [7, 9] }))
  act(() => deliver('league:present', { leagueId: 5, userIds: [8] }))
  expect(result.current).toEqual([7, 9])
  rerender({ leagueId: 5, version: 1 })
  expect(result.current).toEqual([])
})
