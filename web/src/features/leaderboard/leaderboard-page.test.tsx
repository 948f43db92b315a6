import {
  type Leaderboard,
  type LeaderboardEntry,
  leaderboardEndpoints,
  type OwnScore,
} from '@called-it/shared/contract/leaderboards'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import { boardRow, loggedIn, tours, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/live/deliver.ts'
import { LeaderboardPage } from './leaderboard-page.tsx'

const boardOf = (rows: LeaderboardEntry[], rest: Partial<Leaderboard> = {}): Leaderboard => ({
  leaderboard: rows,
  total: rows.length,
  next: null,
  version: 4,
  ...rest,
})

const unranked: OwnScore = {
  totalScore: 0,
  showsParticipated: 0,
  bestScore: 0,
  rank: null,
  players: 3,
  version: 4,
}

const noScore = fake(leaderboardEndpoints.getOwnScore, { ok: unranked })
const threeRows = [boardRow(1, 1, 90), boardRow(2, 2, 80), boardRow(3, 3, 70)]

const changeOf = (changed: LeaderboardEntry[], total = changed.length) => ({
  topic: 'board:0',
  from: 4,
  to: 5,
  board: 0,
  total,
  changed,
  removed: [],
})

function openPage(at = '/leaderboard') {
  return renderPage(<LeaderboardPage />, { at, pattern: '/leaderboard' })
}

function cellsOf(player: string): (string | null)[] {
  const row = screen.getByRole('row', { name: new RegExp(player) })
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

describe('leaderboard: board', () => {
  test('has the columns rank, player, shows, best show and total score', async () => {
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    await screen.findByRole('table')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'rank',
      'player',
      'shows',
      'best show',
      'total score',
    ])
    expect(cellsOf('fan 1')).toEqual(['1', '4', '31', '90'])
  })

  test('marks ranks 1 to 3 with crown and medals, also when tied', async () => {
    const rows = [boardRow(1, 1, 90), boardRow(2, 1, 90), boardRow(3, 3, 70), boardRow(4, 4, 60)]
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(rows) }))
    openPage()
    await screen.findByRole('table')
    expect(screen.getAllByRole('img', { name: 'crown' })).toHaveLength(2)
    expect(screen.queryByRole('img', { name: 'silver medal' })).toBeNull()
    expect(screen.getAllByRole('img', { name: 'bronze medal' })).toHaveLength(1)
    const fourth = screen.getByRole('row', { name: /fan 4/ })
    expect(within(fourth).queryByRole('img')).toBeNull()
  })

  test('shows the image of a player, or the first two letters of the name', async () => {
    const rows = [
      { ...boardRow(1, 1, 90, 'Bea'), avatar: '/api/avatars/1/a.webp' },
      boardRow(2, 2, 80, 'Wren Alder'),
    ]
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(rows) }))
    openPage()
    const pictured = await screen.findByRole('row', { name: /Bea/ })
    expect(pictured.querySelector('img')?.getAttribute('src')).toBe('/api/avatars/1/a.webp')
    expect(screen.getByText('WR')).toBeDefined()
  })

  test('shows an empty state before the first score', async () => {
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf([]) }))
    openPage()
    expect(await screen.findByText('No scores recorded yet.')).toBeDefined()
  })

  test('shows a skeleton while loading', async () => {
    fakeApi(visitor, neverRespond(leaderboardEndpoints.getLeaderboard))
    openPage()
    expect(screen.getByText('Loading leaderboard...')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    fakeApi(visitor, failOnce(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('fan 2')).toBeDefined()
  })
})

describe('leaderboard: live change', () => {
  const change = changeOf([boardRow(3, 1, 101), boardRow(1, 2, 90), boardRow(2, 3, 80)])

  test('moves the rows, updates the numbers and marks who rose', async () => {
    const requests = fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    await screen.findByRole('table')
    const before = requests.length
    act(() => deliver('leaderboard:changed', change))
    await waitFor(() => expect(cellsOf('fan 3')).toEqual(['1', '4', '31', '101']))
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('fan 3')
    const risen = within(screen.getByRole('row', { name: /fan 3/ }))
    expect(risen.getByRole('img', { name: 'up' }).parentElement?.textContent).toBe('2')
    expect(screen.getAllByRole('img', { name: 'down' })).toHaveLength(2)
    expect(requests).toHaveLength(before)
  })

  test('does not apply a step from a version before that of the page', async () => {
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    await screen.findByRole('table')
    act(() => {
      deliver('leaderboard:changed', { ...change, from: change.from - 1, changed: [] })
      deliver('leaderboard:changed', change)
    })
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('fan 3'))
  })

  test('animates moved rows, except with reduced motion', async () => {
    const animate = vi.fn()
    vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56)
    Object.defineProperty(HTMLElement.prototype, 'animate', { value: animate, configurable: true })
    let reduced = false
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    await screen.findByRole('table')
    act(() => deliver('leaderboard:changed', change))
    await waitFor(() => expect(animate).toHaveBeenCalledTimes(3))
    expect(animate.mock.calls[0]?.[0]).toEqual([{ transform: 'translateY(112px)' }, { transform: 'none' }])

    reduced = true
    animate.mockClear()
    act(() => deliver('leaderboard:changed', { ...change, from: 5, to: 6, changed: threeRows }))
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('fan 1'))
    expect(animate).not.toHaveBeenCalled()
  })
})

describe('leaderboard: row of the current user', () => {
  test('comes last when the user is not on the page', async () => {
    fakeApi(
      loggedIn,
      fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows, { total: 480, next: 'x' }) }),
      fake(leaderboardEndpoints.getOwnScore, {
        ok: { totalScore: 12, showsParticipated: 1, bestScore: 12, rank: 412, players: 480, version: 4 },
      }),
    )
    openPage()
    await screen.findByText('you')
    expect(screen.getAllByRole('row').at(-1)?.textContent).toContain('Ann Alder')
    expect(cellsOf('Ann Alder')).toEqual(['412', '1', '12', '12'])
  })

  test('is marked in its place when the user is on the page', async () => {
    const rows = [boardRow(1, 1, 90), boardRow(7, 2, 80, 'Ann Alder'), boardRow(3, 3, 70)]
    fakeApi(loggedIn, noScore, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(rows) }))
    openPage()
    await screen.findByText('you')
    expect(screen.getAllByRole('row', { name: /Ann Alder/ })).toHaveLength(1)
    expect(screen.getAllByRole('row')[2]?.textContent).toContain('Ann Alder')
    expect(screen.getByText('10 points behind fan 1.')).toBeDefined()
  })

  test('follows live board changes', async () => {
    const place = { totalScore: 12, showsParticipated: 1, bestScore: 12, rank: 4, players: 4, version: 4 }
    fakeApi(
      loggedIn,
      fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }),
      fake(leaderboardEndpoints.getOwnScore, { ok: place }),
    )
    openPage()
    await screen.findByText('you')
    act(() =>
      deliver(
        'leaderboard:changed',
        changeOf([
          boardRow(7, 1, 95, 'Ann Alder'),
          boardRow(1, 2, 90),
          boardRow(2, 3, 80),
          boardRow(3, 4, 70),
        ]),
      ),
    )
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Ann Alder'))
    expect(screen.getByText('5 points ahead of fan 1.')).toBeDefined()
    expect(screen.getByText('of 4')).toBeDefined()
  })

  test('links to sign-up for a visitor', async () => {
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    expect((await screen.findByRole('link', { name: 'sign up' })).getAttribute('href')).toBe('/register')
    expect(screen.queryByText('you')).toBeNull()
  })
})

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
    act(() => deliver('leaderboard:changed', changeOf([boardRow(1, 1, 2000)], 25)))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(requests.slice(before)).toContain('GET /api/leaderboard?limit=200')
  })
})

describe('leaderboard: deleted user', () => {
  test('loses the name on further rows at once', async () => {
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

describe('leaderboard: tour rankings', () => {
  test('shows name and board of the chosen tour', async () => {
    fakeApi(
      visitor,
      fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }),
      fake(tourEndpoints.listTours, { ok: { tours } }),
      fake(leaderboardEndpoints.getTourLeaderboard, ({ params }) => ({
        ok: { ...boardOf([boardRow(9, 1, 44, `leader of ${params.tourId}`)]), tourName: 'Meridian Tour' },
      })),
    )
    const { user, address } = openPage()
    await user.click(screen.getByRole('tab', { name: 'tour rankings' }))
    expect(await screen.findByText('Select a tour to see the leaderboard')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'pick a tour' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Meridian Tour' }))
    expect(await screen.findByRole('heading', { name: 'Meridian Tour' })).toBeDefined()
    expect(await screen.findByText('leader of 2')).toBeDefined()
    expect(address()).toBe('/leaderboard?tab=tours&tour=2')
  })

  test('shows an empty state for a tour without scores', async () => {
    fakeApi(
      visitor,
      fake(tourEndpoints.listTours, { ok: { tours } }),
      fake(leaderboardEndpoints.getTourLeaderboard, { ok: { ...boardOf([]), tourName: 'Lamplight Tour' } }),
    )
    openPage('/leaderboard?tab=tours&tour=3')
    expect(await screen.findByText('No scores recorded for this tour yet.')).toBeDefined()
  })

  test('shows an empty state without tours', async () => {
    fakeApi(visitor, fake(tourEndpoints.listTours, { ok: { tours: [] } }))
    openPage('/leaderboard?tab=tours')
    expect(await screen.findByText('No tours available.')).toBeDefined()
  })

  test('recovers from failed tours by try again', async () => {
    fakeApi(visitor, failOnce(tourEndpoints.listTours, { ok: { tours } }))
    const { user } = openPage('/leaderboard?tab=tours')
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByRole('button', { name: 'pick a tour' })).toBeDefined()
  })
})
