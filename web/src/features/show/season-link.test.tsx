import { playedShow, tours } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeasonLink } from './season-link.tsx'

const over = tours.map((tour) => ({ ...tour, final_show: tour.id === 3 ? 5 : null }))
const open = (showId: number) => {
  fakeApi(toursAre(...over))
  return renderPage(<SeasonLink show={playedShow(showId, '2026-04-30')} />, { at: '/', pattern: '/' })
}

test('links the last show of a tour to its season, and no other show', async () => {
  const { unmount } = open(5)
  const link = await screen.findByRole('link', { name: 'see podium and awards' })
  expect(link.getAttribute('href')).toBe('/tours/3/season')
  expect(screen.getByRole('heading', { name: 'Lamplight Tour is over' })).toBeDefined()
  unmount()
  const { queryClient } = open(4)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.queryByRole('link')).toBeNull()
})
