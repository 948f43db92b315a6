import { leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import { boardOf, boardRow, tours, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BoardsPage } from '../../app/boards-page.tsx'

function openPage(at = '/leaderboard') {
  return renderPage(<BoardsPage />, { at, pattern: '/leaderboard' })
}

describe('leaderboard: tour rankings', () => {
  test('shows name and board of the chosen tour', async () => {
    fakeApi(
      visitor,
      fake(leaderboardEndpoints.getLeaderboard, { ok: boardOf([boardRow(1, 1, 90)]) }),
      toursAre(...tours),
      fake(leaderboardEndpoints.getTourLeaderboard, ({ params }) => ({
        ok: { ...boardOf([boardRow(9, 1, 44, `leader of ${params.tourId}`)]), tourName: 'Meridian Tour' },
      })),
    )
    const { user, address } = openPage()
    await user.click(await screen.findByRole('tab', { name: 'tour rankings' }))
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
      toursAre(...tours),
      fake(leaderboardEndpoints.getTourLeaderboard, { ok: { ...boardOf([]), tourName: 'Lamplight Tour' } }),
    )
    openPage('/leaderboard?tab=tours&tour=3')
    expect(await screen.findByText('No scores recorded for this tour yet.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'podium and awards' })).toBeNull()
  })

  test('links a tour that is over to its season', async () => {
    const over = tours.map((tour) => ({ ...tour, final_show: 9 }))
    fakeApi(
      visitor,
      toursAre(...over),
      fake(leaderboardEndpoints.getTourLeaderboard, { ok: { ...boardOf([]), tourName: 'Lamplight Tour' } }),
    )
    openPage('/leaderboard?tab=tours&tour=3')
    const link = await screen.findByRole('link', { name: 'podium and awards' })
    expect(link.getAttribute('href')).toBe('/tours/3/season')
  })

  test('shows an empty state without tours', async () => {
    fakeApi(visitor, toursAre())
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
