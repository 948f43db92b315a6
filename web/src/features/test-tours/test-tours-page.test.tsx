import { tourEndpoints } from '@called-it/shared/contract/tours'
import { openShow, playedShow } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { TestToursPage } from './test-tours-page.tsx'

async function fetchShows(): Promise<UserEvent> {
  const { user } = renderPage(<TestToursPage />)
  await user.click(screen.getByRole('button', { name: 'Fetch Tour 1 Shows' }))
  return user
}

describe('test tours', () => {
  test('lists the shows of the tour', async () => {
    const shows = [playedShow(3, '2026-01-01'), openShow(4, '2026-01-02', { state: null })]
    const requests = fakeApi(fake(tourEndpoints.listTourShows, { ok: { shows } }))
    await fetchShows()
    await screen.findByText('Hall 3')
    expect(textsOf(screen, 'listitem')).toEqual([
      'Hall 3Thursday, January 1, 2026 · Portland, MEshow id 3 · is scored: yes',
      'Hall 4Friday, January 2, 2026 · Portlandshow id 4 · is scored: no',
    ])
    expect(requests).toEqual(['GET /api/tours/1/shows'])
  })

  test('shows when there was no response or no show', async () => {
    fakeApi()
    const user = await fetchShows()
    expect(await screen.findByText('Error fetching shows: no answer')).toBeTruthy()
    fakeApi(fake(tourEndpoints.listTourShows, { ok: { shows: [] } }))
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('Tour 1 has no shows.')).toBeTruthy()
  })
})
