import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann, playedShow, predictionOf } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deliver } from '../../../lib/live/deliver.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { ScoredSetlistsCard } from './scored-setlists-card.tsx'

const fan = fake(accountEndpoints.getCurrentUser, { ok: ann })
const upcoming = fake(showEndpoints.listUpcomingShows, { ok: { shows: [] } })
const recent = fake(showEndpoints.listRecentShows, {
  ok: { shows: [playedShow(9, '2026-04-09'), playedShow(8, '2026-04-08')] },
})
const unknownShow = fake(showEndpoints.getShow, { error: 'show_not_found' })
const picks = (predictions: Prediction[]) =>
  fake(predictionEndpoints.listPredictions, { ok: { predictions } })

const optionTexts = () => screen.getAllByRole('option').map((option) => option.textContent)

test('a visitor does not have it', async () => {
  const requests = fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }))
  const { container } = renderPage(<ScoredSetlistsCard />)
  await waitFor(() => expect(requests).toContain('GET /api/auth/me'))
  expect(container.querySelector('section')).toBeNull()
})

test('a fan without a scored prediction does not have it', async () => {
  const requests = fakeApi(fan, picks([predictionOf(9)]))
  const { container } = renderPage(<ScoredSetlistsCard />)
  await waitFor(() => expect(requests).toContain('GET /api/users/7/predictions'))
  expect(container.querySelector('section')).toBeNull()
})

test('lists the scored ones, best first, with venue and points, under the top score', async () => {
  fakeApi(
    fan,
    upcoming,
    recent,
    unknownShow,
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
})

test('a show is asked for by itself where no list has it, and a failed list is no failure', async () => {
  fakeApi(
    fan,
    fake(showEndpoints.listUpcomingShows, { error: 'internal' }),
    fake(showEndpoints.listRecentShows, { error: 'internal' }),
    fake(showEndpoints.getShow, { ok: playedShow(3, '2026-01-03') }),
    picks([predictionOf(3, { score: 12 })]),
  )
  renderPage(<ScoredSetlistsCard />)
  await waitFor(() => expect(optionTexts()[1]).toBe('Hall 3 · 12 pts'))
})

test('goes to the breakdown of the show that is chosen', async () => {
  let answer: (() => void) | undefined
  fakeApi(
    fan,
    upcoming,
    recent,
    picks([predictionOf(9, { score: 31 })]),
    fake(predictionEndpoints.getBreakdown, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { error: 'internal' }
    }),
  )
  const { user, address } = renderPage(<ScoredSetlistsCard />)
  const view = await screen.findByRole('button', { name: 'view score breakdown' })
  expect(view).toHaveProperty('disabled', true)

  await screen.findByRole('option', { name: 'Hall 9 · 31 pts' })
  await user.selectOptions(screen.getByLabelText('Select a scored show'), 'Hall 9 · 31 pts')
  expect(screen.getByText('Thursday, April 9, 2026')).toBeDefined()
  expect(view).toHaveProperty('disabled', false)

  await user.click(view)
  expect(await screen.findByRole('button', { name: 'Loading...' })).toBeDefined()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  await expect.poll(address).toBe('/prediction/9/score')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a show without details has an unknown date', async () => {
  fakeApi(fan, upcoming, recent, unknownShow, picks([predictionOf(3, { score: 12 })]))
  const { user } = renderPage(<ScoredSetlistsCard />)
  await screen.findByText(/Top score 12/)
  await user.selectOptions(screen.getByLabelText('Select a scored show'), 'Show 3 · 12 pts')
  expect(screen.getByText('Unknown date')).toBeDefined()
})

test('appears with the first score that is told, and moves with each', async () => {
  fakeApi(fan, upcoming, recent, picks([predictionOf(9), predictionOf(8)]))
  const { queryClient } = renderPage(<ScoredSetlistsCard />)
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.predictions(ann.id))).toBeDefined())
  act(() => deliver('score:changed', { showId: 9, predictionId: 109, score: 40, version: 2 }))
  expect(await screen.findByText(/Top score 40/)).toBeDefined()
  act(() => deliver('score:changed', { showId: 8, predictionId: 108, score: 55, version: 2 }))
  expect(await screen.findByText(/Top score 55/)).toBeDefined()
  act(() => deliver('score:changed', { showId: 8, predictionId: 108, score: null, version: 3 }))
  expect(await screen.findByText(/Top score 40/)).toBeDefined()
})
