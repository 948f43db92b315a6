import { GLOBAL_BOARD, leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { boardChange, boardOf, boardRow, loggedIn, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { AroundMe } from './around-me.tsx'
import { Board } from './board.tsx'

const around = { rows: [boardRow(3, 1, 90), boardRow(7, 2, 80)], followed: [3] }

function openBoard(board: number, ...routes: FakeRoute[]) {
  const requests = fakeApi(...routes)
  const page = renderPage(<AroundMe board={board} />)
  return { asked: () => requests.filter((made) => made.endsWith('/around')), ...page }
}

test('asks for the rows when it is opened, and after a change of the board', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const rows = fake(leaderboardEndpoints.getOwnScoreAround, { ok: around })
  const { asked, user } = openBoard(GLOBAL_BOARD, loggedIn, rows)
  const title = await screen.findByText('around me')
  expect(asked()).toEqual([])
  await user.click(title)
  const table = await screen.findByRole('table', { name: 'around me' })
  expect(cellsOfTable(table)).toEqual([
    ['1', 'F3fan 3', '90'],
    ['2', 'F7fan 7you', '80'],
  ])
  const followed = within(within(table).getByRole('row', { name: /fan 3/ }))
  expect(followed.getByRole('img', { name: 'followed' })).toBeDefined()
  expect(followed.getByRole('link').getAttribute('href')).toBe('/players/3')
  act(() => deliver('leaderboard:changed', { ...boardChange([]), board: 9 }))
  act(() => deliver('leaderboard:changed', boardChange([])))
  await waitFor(() => expect(asked()).toHaveLength(2))
})

test('says what will appear on a tour, after a failure', async () => {
  const failing = failOnce(leaderboardEndpoints.getOwnTourScoreAround, { ok: { rows: [], followed: [] } })
  const { asked, user } = openBoard(5, loggedIn, failing)
  await user.click(await screen.findByText('around me'))
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText(/^You show up here/)).toBeDefined()
  expect(asked()[0]).toBe('GET /api/users/current/tours/5/score/around')
})

test('is for fans only', async () => {
  openBoard(GLOBAL_BOARD, visitor)
  await act(() => Promise.resolve())
  expect(screen.queryByText('around me')).toBeNull()
})

test('waits with the board for the own score, unless that fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const score = Promise.withResolvers<{ error: 'unavailable' }>()
  fakeApi(
    loggedIn,
    fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf(around.rows.slice(0, 1)) }),
    fake(leaderboardEndpoints.getOwnScore, () => score.promise),
  )
  renderPage(<Board board={GLOBAL_BOARD} emptyText="nobody" />)
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(screen.queryByRole('table')).toBeNull()
  score.resolve({ error: 'unavailable' })
  expect(await screen.findByRole('table')).toBeDefined()
})
