import { leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { liveShowEndpoints, type ShowBoard } from '@called-it/shared/contract/live-shows'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { boardOf, loggedIn, openShow, playedShow, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import {
  liveShowOf,
  liveStep,
  showBoardOf,
  systemCard,
  systemCardsAre,
} from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { leaguesAre, liveShowsAre, recentShowsAre } from '@called-it/tests/support/web/routes'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { BoardsPage } from '../../app/boards-page.tsx'
import { deliver } from '../../lib/events/deliver.ts'

const running = playedShow(9, '2026-06-20', { is_scored: false, phase: 'live' })
const last = playedShow(8, '2026-06-19')
const live = fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() })
const global = fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf([]) })

function showsAre(tonight: Show[], recent: Show[]): FakeRoute[] {
  return [liveShowsAre(...tonight), recentShowsAre(...recent)]
}

/** By show. */
function boardsAre(boards: Record<number, () => ShowBoard>): FakeRoute {
  return fake(liveShowEndpoints.getShowBoard, ({ params }) => {
    const board = boards[Number(params.showId)]
    return board ? { ok: board() } : { error: 'show_not_found' }
  })
}

function openTab(routes: FakeRoute[], at = '/leaderboard?tab=shows') {
  const requests = fakeApi(...routes, live, global, systemCardsAre(), leaguesAre(), visitor)
  return { requests, ...renderPage(<BoardsPage />, { at, pattern: '/leaderboard' }) }
}

const players = () => screen.findByRole('table', { name: 'players of the show' })

describe('leaderboard: show rankings', () => {
  test("begins with tonight's show, as it stands", async () => {
    const board = showBoardOf([
      [15, 7],
      [15, null],
      [3, 4],
    ])
    const shows = showsAre([running], [last, running])
    const { user } = openTab([loggedIn, ...shows, boardsAre({ 9: () => board })], '/leaderboard')
    await user.click(await screen.findByRole('tab', { name: 'show rankings' }))
    expect(cellsOfTable(await players())).toEqual([
      ['1', 'F7fan 7you', '15'],
      ['1', 'AFa fan', '15'],
      ['3', 'F4fan 4', '3'],
    ])
    expect(screen.getByText('June 20, 2026, as it stands')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'pick a show' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Hall 9, June 20, 2026',
      'Hall 8, June 19, 2026',
    ])
  })

  test('shows the chosen show, which is in the address', async () => {
    const boards = boardsAre({ 8: () => showBoardOf([[40, 1]]), 9: () => showBoardOf([[3, 2]]) })
    const { user, address, requests } = openTab([...showsAre([running], [last]), boards])
    await screen.findByText('fan 2')
    await user.click(screen.getByRole('button', { name: 'pick a show' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hall 8, June 19, 2026' }))
    expect(await screen.findByText('fan 1')).toBeDefined()
    expect(screen.getByText('June 19, 2026, final')).toBeDefined()
    expect(address()).toBe('/leaderboard?tab=shows&show=8')
    expect(requests).not.toContain('GET /api/shows/8/live')
  })

  test('has machine and crowd in their place, with the points of the server', async () => {
    const board = showBoardOf([
      [15, 1],
      [3, 4],
    ])
    const cards = systemCardsAre(systemCard('machine', { total: 39 }), systemCard('crowd', { total: 3 }))
    openTab([cards, ...showsAre([], [last]), boardsAre({ 8: () => board })])
    expect(cellsOfTable(await players())).toEqual([
      ['–', 'the machine unranked', '39'],
      ['1', 'F1fan 1', '15'],
      ['2', 'F4fan 4', '3'],
      ['–', 'the crowd unranked', '3'],
    ])
  })

  test('shows a show that is in no list', async () => {
    const older = fake(showEndpoints.getShow, { ok: playedShow(2, '2024-06-20') })
    const routes = [...showsAre([], [last]), older, boardsAre({ 2: () => showBoardOf([[40, 1]]) })]
    openTab(routes, '/leaderboard?tab=shows&show=2')
    expect(await screen.findByRole('heading', { name: 'Hall 2' })).toBeDefined()
    expect(await screen.findByText('fan 1')).toBeDefined()
  })

  test('loads page by page, with the own row always in view', async () => {
    const own = { rank: 4, total: 1 }
    const page = fake(liveShowEndpoints.getShowBoard, ({ query }) =>
      query.get('after') === '2'
        ? { ok: showBoardOf([[6, 3]], { players: 3, own }) }
        : {
            ok: showBoardOf(
              [9, 8].map((total, id) => [total, id + 1]),
              { players: 3, next: 2, own },
            ),
          },
    )
    const { user } = openTab([loggedIn, ...showsAre([], [last]), page])
    expect(await screen.findByText('and 1 more player')).toBeDefined()
    expect(cellsOfTable(await players()).at(-1)).toEqual(['4', 'AAAnn Alderyou', '1'])
    await user.click(screen.getByRole('button', { name: 'show more players' }))
    expect(await screen.findByText('fan 3')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'show more players' })).toBeNull()
  })

  test('follows a show that runs', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let board = showBoardOf([[15, 1]])
    openTab([...showsAre([running], []), boardsAre({ 9: () => board })])
    await players()
    board = showBoardOf([[25, 2]], { revision: 2 })
    act(() => deliver('live:changed', liveStep(9)))
    await act(() => vi.advanceTimersByTimeAsync(13_000))
    expect(await screen.findByText('fan 2')).toBeDefined()
  })

  test('loads the final points once the show is scored', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let board = showBoardOf([[15, 1]])
    openTab([...showsAre([], [last]), boardsAre({ 8: () => board })])
    await players()
    board = showBoardOf([[25, 2]])
    const show = { ...last, version: 2 }
    act(() => deliver('show:changed', { topic: 'show:8', from: 1, to: 2, show }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('fan 2')).toBeDefined()
  })

  test('drops the name of a deleted player at once', async () => {
    openTab([...showsAre([], [last]), boardsAre({ 8: () => showBoardOf([[15, 1]]) })])
    await screen.findByText('fan 1')
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [1] }))
    expect(await screen.findByText('a fan')).toBeDefined()
  })

  test.each([
    ['open', openShow(3, '2027-01-01'), 'All picks are secret for now.'],
    ['cancelled', openShow(3, '2027-01-01', { phase: 'cancelled' }), 'This show is cancelled.'],
  ] as const)('has no board for a show that is %s', async (_, show, text) => {
    const getShow = fake(showEndpoints.getShow, { ok: show })
    const { requests } = openTab([...showsAre([], [last]), getShow], '/leaderboard?tab=shows&show=3')
    expect(await screen.findByText(text)).toBeDefined()
    expect(requests.filter((made) => /board$|live$/.test(made))).toEqual(['GET /api/shows/live'])
  })

  test('shows empty states without shows and without players', async () => {
    const { unmount } = openTab(showsAre([], []))
    expect(await screen.findByText('No shows available.')).toBeDefined()
    unmount()
    openTab([...showsAre([], [last]), boardsAre({ 8: () => showBoardOf([]) })])
    expect(await screen.findByText('Nobody has picked this show.')).toBeDefined()
  })

  test('recovers from failed shows and a failed board by try again', async () => {
    const { user } = openTab([
      liveShowsAre(),
      failOnce(showEndpoints.listRecentShows, { ok: { shows: [last] } }),
      failOnce(liveShowEndpoints.getShowBoard, { ok: showBoardOf([[15, 1]]) }),
    ])
    expect(await screen.findByText('The shows could not be loaded.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('The board could not be loaded.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'try again' }))
    await waitFor(() => expect(screen.getByText('fan 1')).toBeDefined())
  })
})
