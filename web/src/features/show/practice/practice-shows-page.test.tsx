import { replayEndpoints } from '@called-it/shared/contract/replays'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { PracticeShowsPage } from './practice-shows-page.tsx'

const shows = Array.from({ length: 60 }, (_, index) => ({
  id: 60 - index,
  date: index < 30 ? '2026-03-05' : '2025-07-01',
  venue: index % 2 === 0 ? 'Lantern Hall' : 'Owl House',
  location: 'Kyoto, Japan',
}))
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

describe('past shows for practice', () => {
  test('lists them newest first, by venue and year', async () => {
    fakeApi(failOnce(replayEndpoints.listPracticeShows, { ok: { shows } }))
    const { user } = renderPage(<PracticeShowsPage />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    const search = await screen.findByRole('searchbox', { name: 'Search shows' })
    expect(links()).toHaveLength(50)
    expect(links()[0]).toBe('/shows/60/practice')
    await user.click(screen.getByRole('button', { name: 'more shows' }))
    expect(links()).toHaveLength(60)
    await user.type(search, '2025 owl')
    expect(screen.getByRole('status').textContent).toBe('15 shows found')
    expect(links()[0]).toBe('/shows/29/practice')
  })

  test('opens any of the shows that were found', async () => {
    fakeApi(fake(replayEndpoints.listPracticeShows, { ok: { shows } }))
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { user, address } = renderPage(<PracticeShowsPage />)
    await user.type(await screen.findByRole('searchbox', { name: 'Search shows' }), 'LÀNTERN, march-')
    await user.click(screen.getByRole('button', { name: 'any show' }))
    expect(address()).toBe('/shows/46/practice')
  })

  test('says when there is none yet', async () => {
    fakeApi(fake(replayEndpoints.listPracticeShows, { ok: { shows: [] } }))
    renderPage(<PracticeShowsPage />)
    expect(await screen.findByText('There is no past show to practice on.')).toBeDefined()
  })
})
