import { breakdownEndpoints } from '@called-it/shared/contract/breakdowns'
import { playerEndpoints } from '@called-it/shared/contract/players'
import type { Prediction } from '@called-it/shared/contract/predictions'
import { ann, loggedIn, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { playerShowOf } from '@called-it/tests/support/web/player-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { deliver } from '../../../lib/events/deliver.ts'
import { ScoredSetlistsCard } from './scored-setlists-card.tsx'

const played = (...ids: number[]) =>
  fake(playerEndpoints.listPlayerShows, { ok: { shows: ids.map((id) => playerShowOf(id, 31)) } })
const picks = (predictions: Prediction[]) => predictionsAre(...predictions)

const optionTexts = () => screen.getAllByRole('option').map((option) => option.textContent)

describe('home: scored setlists', () => {
  test('stays hidden from a visitor', async () => {
    const requests = fakeApi(visitor)
    const { container } = renderPage(<ScoredSetlistsCard />)
    await waitFor(() => expect(requests).toContain('GET /api/auth/me'))
    expect(container.querySelector('section')).toBeNull()
  })

  test('stays hidden from a user without scored predictions', async () => {
    const requests = fakeApi(loggedIn, picks([predictionOf(9)]))
    const { container } = renderPage(<ScoredSetlistsCard />)
    await waitFor(() => expect(requests).toContain('GET /api/users/7/predictions'))
    expect(container.querySelector('section')).toBeNull()
  })

  test('lists scored predictions, best first, with venue and points', async () => {
    const requests = fakeApi(
      loggedIn,
      played(9, 8),
      picks([
        predictionOf(9, { score: 31 }),
        predictionOf(5),
        predictionOf(8, { score: 87 }),
        predictionOf(3, { score: 12 }),
      ]),
    )
    renderPage(<ScoredSetlistsCard />)
    expect(await screen.findByText(/Top score 87/)).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Select a scored show' })).toBeDefined()
    await waitFor(() =>
      expect(optionTexts().slice(1)).toEqual(['Hall 8 · 87 pts', 'Hall 9 · 31 pts', 'Show 3 · 12 pts']),
    )
    expect(requests.filter((each) => each.includes('/shows'))).toEqual(['GET /api/players/7/shows'])
  })

  test('opens the breakdown of the chosen show', async () => {
    const response = Promise.withResolvers<void>()
    fakeApi(
      loggedIn,
      played(9),
      picks([predictionOf(9, { score: 31 })]),
      fake(breakdownEndpoints.getBreakdown, async () => {
        await response.promise
        return { error: 'internal' }
      }),
    )
    const { user, address } = renderPage(<ScoredSetlistsCard />)
    const view = await screen.findByRole('button', { name: 'view score breakdown' })
    expect(view).toHaveProperty('disabled', true)

    await screen.findByRole('option', { name: 'Hall 9 · 31 pts' })
    await user.selectOptions(screen.getByLabelText('Select a scored show'), 'Hall 9 · 31 pts')
    expect(screen.getByText('Thursday, March 5, 2026')).toBeDefined()
    expect(view).toHaveProperty('disabled', false)

    await user.click(view)
    expect(await screen.findByRole('button', { name: 'Loading...' })).toBeDefined()
    response.resolve()
    await expect.poll(address).toBe('/prediction/9/score')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows a placeholder for an unknown date', async () => {
    fakeApi(loggedIn, played(), picks([predictionOf(3, { score: 12 })]))
    const { user } = renderPage(<ScoredSetlistsCard />)
    await screen.findByText(/Top score 12/)
    await user.selectOptions(screen.getByLabelText('Select a scored show'), 'Show 3 · 12 pts')
    expect(screen.getByText('Unknown date')).toBeDefined()
  })

  test('follows live scores from the first one on', async () => {
    fakeApi(loggedIn, played(9, 8), picks([predictionOf(9), predictionOf(8)]))
    const { queryClient } = renderPage(<ScoredSetlistsCard />)
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.predictions(ann.id))).toBeDefined())
    act(() => deliver('score:changed', { showId: 9, predictionId: 109, score: 40, version: 2 }))
    expect(await screen.findByText(/Top score 40/)).toBeDefined()
    act(() => deliver('score:changed', { showId: 8, predictionId: 108, score: 55, version: 2 }))
    expect(await screen.findByText(/Top score 55/)).toBeDefined()
    act(() => deliver('score:changed', { showId: 8, predictionId: 108, score: null, version: 3 }))
    expect(await screen.findByText(/Top score 40/)).toBeDefined()
  })
})
