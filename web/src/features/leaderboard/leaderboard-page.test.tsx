import { leaderboardEndpoints, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { boardChange, boardOf, boardRow, loggedIn, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { BoardsPage } from '../../app/boards-page.tsx'
import { deliver } from '../../lib/events/deliver.ts'

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

function openPage(at = '/leaderboard') {
  return renderPage(<BoardsPage />, { at, pattern: '/leaderboard' })
}

function cellsOf(player: string): (string | null)[] {
  const row = screen.getByRole('row', { name: new RegExp(player) })
  return textsOf(row, 'cell')
}

describe('leaderboard: board', () => {
  test('has the columns rank, player, shows, best show and total score', async () => {
    fakeApi(visitor, fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    openPage()
    await screen.findByRole('table')
    expect(textsOf(screen, 'columnheader')).toEqual(['rank', 'player', 'shows', 'best show', 'total score'])
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
    expect(screen.getByText('Loading the leaderboard...')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    fakeApi(visitor, failOnce(leaderboardEndpoints.getLeaderboard, { ok: boardOf(threeRows) }))
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('fan 2')).toBeDefined()
  })
})

describe('leaderboard: live change', () => {
  const change = boardChange([boardRow(3, 1, 101), boardRow(1, 2, 90), boardRow(2, 3, 80)])

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
        boardChange([
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
