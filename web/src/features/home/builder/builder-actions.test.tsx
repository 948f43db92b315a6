import { breakdownEndpoints } from '@called-it/shared/contract/breakdowns'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { addSong } from '@called-it/shared/game/draft'
import { loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BuilderActions } from './builder-actions.tsx'
import { draftOf } from './show-draft.ts'

test('saves once when submit is pressed twice before it is busy', async () => {
  const requests = fakeApi(loggedIn, neverRespond(predictionEndpoints.savePrediction))
  const { slots, ...rest } = draftOf(null)
  const draft = { ...rest, slots: addSong(slots, 'set1', { id: 7, name: 'Low Tide' }) }
  renderPage(<BuilderActions showId={12} draft={draft} isOpen canEdit />)
  const submit = screen.getByRole('button', { name: 'submit setlist' })
  await act(async () => {
    fireEvent.click(submit)
    fireEvent.click(submit)
  })
  expect(requests.filter((request) => request === 'POST /api/predictions')).toHaveLength(1)
})

test('says how long to wait after too many test scores', async () => {
  fakeApi(
    loggedIn,
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 0 } },
    }),
    fake(breakdownEndpoints.testScore, { error: 'too_many_requests', retryAfter: 120 }),
  )
  const { slots, ...rest } = draftOf(null)
  const draft = { ...rest, slots: addSong(slots, 'set1', { id: 7, name: 'Low Tide' }) }
  const { user } = renderPage(<BuilderActions showId={12} draft={draft} isOpen canEdit />)
  await user.click(await screen.findByRole('button', { name: 'Test Score' }))
  expect(await screen.findByText('Scoring Test Failed')).toBeDefined()
  expect(screen.getByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
})
