import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { loggedIn, openShow, predictionOf, site, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { UpcomingShows } from './upcoming-shows.tsx'

const shows = [
  openShow(1, '2026-04-17'),
  openShow(2, '2026-04-18'),
  openShow(3, '2026-04-20', { location: 'Norfolk, VA' }),
]
const texts = fake(siteEndpoints.getSite, { ok: site })
const listOf = (list: Show[]) => upcomingShowsAre(...list)
const picksOf = (showId: number) => predictionsAre(predictionOf(showId))

const visibleVenue = () => within(screen.getByRole('article')).getByText(/^Hall \d$/).textContent

describe('home: upcoming shows', () => {
  test('shows an empty state without shows', async () => {
    fakeApi(visitor, listOf([]))
    renderPage(<UpcomingShows selectedShowId={null} />)
    expect(await screen.findByText('No upcoming shows scheduled.')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    fakeApi(visitor, failOnce(showEndpoints.listUpcomingShows, { ok: { shows } }))
    const { user } = renderPage(<UpcomingShows selectedShowId={null} />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('Hall 1')).toBeDefined()
  })

  test('has no arrows for one show', async () => {
    fakeApi(visitor, listOf(shows.slice(0, 1)))
    renderPage(<UpcomingShows selectedShowId={null} />)
    expect(await screen.findByText('Hall 1')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'next show' })).toBeNull()
  })
})

describe('home: carousel of upcoming shows', () => {
  test('shows the title of the band and date, venue and location', async () => {
    fakeApi(visitor, texts, listOf(shows))
    renderPage(<UpcomingShows selectedShowId={3} />)
    expect(await screen.findByRole('heading', { name: 'spring tour 2025' })).toBeDefined()
    const ticket = within(await screen.findByRole('article'))
    expect(ticket.getByText('Monday, April 20, 2026')).toBeDefined()
    expect(ticket.getByRole('link', { name: 'Hall 3' }).getAttribute('href')).toBe('/shows/3')
    expect(ticket.getByText('Norfolk, VA')).toBeDefined()
  })

  test('turns in a loop and announces the visible show', async () => {
    fakeApi(visitor, listOf(shows))
    const { user } = renderPage(<UpcomingShows selectedShowId={null} />)
    await screen.findByText('Hall 1')
    await user.click(screen.getByRole('button', { name: 'previous show' }))
    expect(visibleVenue()).toBe('Hall 3')
    await user.click(screen.getByRole('button', { name: 'next show' }))
    await user.click(screen.getByRole('button', { name: 'next show' }))
    const announcement = screen.getByText('Saturday, April 18, 2026, Hall 2, 2 of 3')
    expect(announcement.getAttribute('aria-live')).toBe('polite')
  })

  test('makes the hidden slides inert', async () => {
    fakeApi(visitor, listOf(shows))
    renderPage(<UpcomingShows selectedShowId={null} />)
    await screen.findByText('Hall 1')
    const carousel = screen.getByRole('group', { name: 'upcoming shows' })
    expect(carousel.getAttribute('aria-roledescription')).toBe('carousel')
    const slide = within(carousel).getByRole('group')
    expect(slide.getAttribute('aria-label')).toBe('1 of 3')
    expect(slide.getAttribute('aria-roledescription')).toBe('slide')
    const others = within(carousel)
      .getAllByRole('group', { hidden: true })
      .filter((group) => group !== slide)
    expect(others).toHaveLength(2)
    for (const other of others) expect(other.hasAttribute('inert')).toBe(true)
  })

  test('keeps its show visible when an earlier one closes', async () => {
    fakeApi(visitor, listOf(shows))
    renderPage(<UpcomingShows selectedShowId={2} />)
    await screen.findByText('Hall 2')
    const closed = { ...openShow(1, '2026-04-17'), is_open: false, version: 2 }
    act(() => deliver('show:changed', { topic: 'show:1', from: 1, to: 2, show: closed }))
    await waitFor(() => expect(screen.queryByText('Hall 1')).toBeNull())
    expect(visibleVenue()).toBe('Hall 2')
  })

  test('takes the focus from a show that closes', async () => {
    fakeApi(visitor, listOf(shows), texts)
    renderPage(<UpcomingShows selectedShowId={1} />)
    const ticket = (await screen.findByText('Hall 1')).closest('article')
    ticket?.querySelector('button')?.focus()
    const closed = { ...openShow(1, '2026-04-17'), is_open: false, version: 2 }
    act(() => deliver('show:changed', { topic: 'show:1', from: 1, to: 2, show: closed }))
    await waitFor(() => expect(screen.queryByText('Hall 1')).toBeNull())
    expect(document.activeElement).toBe(await screen.findByRole('region', { name: site.texts.upcomingTitle }))
  })
})

describe('home: picking a show', () => {
  test('asks to wait while the session is unknown', async () => {
    fakeApi(fake(currentUserEndpoints.getCurrentUser, { error: 'unavailable' }), listOf(shows))
    const { user, address, queryClient } = renderPage(<UpcomingShows selectedShowId={null} />)
    const pick = await screen.findByRole('button', { name: 'pick setlist' })
    await waitFor(() =>
      expect(queryClient.getQueryState(['current-user'])?.fetchFailureCount).toBeGreaterThan(0),
    )
    await user.click(pick)
    expect(await screen.findByText('Not now')).toBeDefined()
    expect(screen.queryByText('Login Required')).toBeNull()
    expect(address()).toBe('/')
  })

  test('tells a visitor to log in, and opens the sheet to look at', async () => {
    fakeApi(visitor, listOf(shows))
    const { user, address } = renderPage(<UpcomingShows selectedShowId={null} />)
    await screen.findAllByRole('button', { name: 'pick setlist', hidden: true })
    await user.click(screen.getByRole('button', { name: 'pick setlist' }))
    expect(await screen.findByText('Please log in to submit a setlist.')).toBeDefined()
    expect(address()).toBe(`/shows/${shows[0]?.id}?sheet=1`)
  })

  test('knows the picks of all shows from one request', async () => {
    const requests = fakeApi(loggedIn, listOf(shows), picksOf(2))
    renderPage(<UpcomingShows selectedShowId={2} />)
    expect(await screen.findByRole('button', { name: 'edit picks' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'pick setlist', hidden: true })).toHaveLength(2)
    expect(requests.filter((request) => request.includes('predictions'))).toEqual([
      'GET /api/users/7/predictions',
    ])
  })
})

describe('home: resetting picks', () => {
  test('shows a toast when the request fails', async () => {
    fakeApi(
      loggedIn,
      listOf(shows.slice(0, 1)),
      picksOf(1),
      fake(predictionEndpoints.deleteOwnPrediction, { error: 'internal' }),
    )
    const { user } = renderPage(<UpcomingShows selectedShowId={null} />)
    await user.click(await screen.findByRole('button', { name: 'reset' }))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(await screen.findByText('Failed to reset setlist. Please try again.')).toBeDefined()
  })
})
