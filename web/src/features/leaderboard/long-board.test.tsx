import { leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { boardChange, boardOf, boardRow, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { BoardsPage } from '../../app/boards-page.tsx'
import { deliver } from '../../lib/events/deliver.ts'

const openPage = () => renderPage(<BoardsPage />, { at: '/leaderboard', pattern: '/leaderboard' })

describe('leaderboard: long board', () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => boardRow(first + index, first + index, 1000 - first - index))
  const all = page(1, 25)
  /** The fake returns a tenth of the requested page size. */
  const SHARE = 10

  function fakeLongBoard(isDown: () => boolean = () => false) {
    return fakeApi(
      visitor,
      fake(leaderboardEndpoints.getLeaderboard, ({ query }) => {
        if (query.has('limit') && isDown()) return { error: 'internal' }
        const limit = Number(query.get('limit') ?? 100) / SHARE
        const start = Number(query.get('after') ?? 0)
        const rows = all.slice(start, start + limit)
        const end = start + rows.length
        return { ok: boardOf(rows, { total: all.length, next: end < all.length ? String(end) : null }) }
      }),
    )
  }

  test('loads page by page to the end', async () => {
    const requests = fakeLongBoard()
    const { user } = openPage()
    expect(await screen.findByText('and 15 more players')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'show more players' }))
    expect(await screen.findByText('and 5 more players')).toBeDefined()
    expect(screen.getAllByRole('rowheader')).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'show more players' }))
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(25))
    expect(screen.queryByRole('button', { name: 'show more players' })).toBeNull()
    expect(requests.filter((request) => request.includes('limit'))).toEqual([
      'GET /api/leaderboard?limit=200',
      'GET /api/leaderboard?limit=200&after=20',
    ])
  })

  test('recovers from a failed next page by try again', async () => {
    let isDown = true
    fakeLongBoard(() => isDown)
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'show more players' }))
    expect(await screen.findByText('The next players could not be loaded.')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('and 5 more players')).toBeDefined()
  })

  test('refetches the further rows after a board change', async () => {
    const requests = fakeLongBoard()
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'show more players' }))
    await screen.findByText('and 5 more players')
    const before = requests.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => deliver('leaderboard:changed', boardChange([boardRow(1, 1, 2000)], 25)))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(requests.slice(before)).toContain('GET /api/leaderboard?limit=200')
  })

  test('removes the name of a deleted user at once', async () => {
    const rows = [boardRow(1, 1, 90), boardRow(2, 2, 80, 'Wren Alder')]
    const further = fake(leaderboardEndpoints.getLeaderboard, ({ query }) => ({
      ok: boardOf(query.has('limit') ? rows : rows.slice(0, 1), { total: 2 }),
    }))
    const requests = fakeApi(visitor, further)
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'show more players' }))
    await screen.findByText('Wren Alder')
    const before = requests.length
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [2] }))
    expect(await screen.findByText('deleted fan')).toBeDefined()
    expect(screen.queryByText('Wren Alder')).toBeNull()
    expect(requests).toHaveLength(before)
  })
})
