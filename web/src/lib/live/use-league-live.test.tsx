import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { deliver } from './deliver.ts'
import { useLeagueLive } from './use-league-live.ts'

const watches = vi.hoisted(() => ({ stop: vi.fn(), watchLeague: vi.fn() }))
vi.mock('./connection.ts', () => ({ ...watches, onLiveConnect: () => () => undefined }))

beforeEach(() => {
  vi.useFakeTimers()
  watches.stop.mockClear()
  watches.watchLeague.mockReset().mockReturnValue(watches.stop)
})

function openLeague() {
  const refetch = vi.fn()
  const hook = renderHook((props) => useLeagueLive(props.leagueId, { version: props.version, refetch }), {
    initialProps: { leagueId: 4, version: 6 },
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

  const [leagueId, onWatching] = watches.watchLeague.mock.lastCall ?? []
  expect(leagueId).toBe(4)
  act(() => onWatching())
  pass()
  expect(refetch).toHaveBeenCalledTimes(2)
  change(4, 9)
  unmount()
  pass()
  expect(refetch).toHaveBeenCalledTimes(2)
  expect(watches.stop).toHaveBeenCalledTimes(1)
})

test('has the members who are present in this league', () => {
  const { result, rerender } = openLeague()
  act(() => deliver('league:present', { leagueId: 4, userIds: [7, 9] }))
  act(() => deliver('league:present', { leagueId: 5, userIds: [8] }))
  expect(result.current).toEqual([7, 9])
  rerender({ leagueId: 5, version: 1 })
  expect(result.current).toEqual([])
})
