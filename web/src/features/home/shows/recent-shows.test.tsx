import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { playedShow } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { recentShowsAre } from '@called-it/tests/support/web/routes'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { useShownToast } from '../../../ui/toast.ts'
import { RecentShows } from './recent-shows.tsx'

const shows = [
  playedShow(9, '2026-04-09'),
  playedShow(8, '2026-04-08'),
  playedShow(7, '2026-04-05', { location: 'Duluth, MN' }),
]
const listOf = (list: Show[]) => recentShowsAre(...list)
const setlists = fake(showEndpoints.getSetlist, ({ params }) => ({
  ok: {
    setlistdata: `Set 1: Opener ${params.showId} >  Jam\nEncore: <b>Lullaby</b>`,
    setlistnotes: params.showId === '9' ? 'the lights failed during the jam' : null,
  },
}))
const visibleVenues = () =>
  screen.getAllByRole('article').map((card) => within(card).getByText(/^Hall/).textContent)

describe('home: recent shows', () => {
  test('shows an empty state without shows', async () => {
    fakeApi(listOf([]))
    renderPage(<RecentShows />)
    expect(await screen.findByText('No recent shows found.')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    fakeApi(failOnce(showEndpoints.listRecentShows, { ok: { shows } }))
    const { user } = renderPage(<RecentShows />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('Hall 9')).toBeDefined()
  })

  test('links to the pages of shows and adds one that was just scored', async () => {
    fakeApi(listOf(shows))
    onScreen({ width: 1440 })
    renderPage(<RecentShows />)
    const link = await screen.findByRole('link', { name: 'Hall 9' })
    expect(link.getAttribute('href')).toBe('/shows/9')
    act(() =>
      deliver('show:changed', { topic: 'show:10', from: 0, to: 1, show: playedShow(10, '2026-04-10') }),
    )
    await waitFor(() => expect(visibleVenues()).toEqual(['Hall 10', 'Hall 9', 'Hall 8', 'Hall 7']))
  })
})

describe('home: layout of the recent shows', () => {
  test.each([
    [375, ['Hall 9'], 'previous show', ['Hall 7']],
    [768, ['Hall 9', 'Hall 8'], 'next show', ['Hall 8', 'Hall 7']],
  ])('shows a carousel at %d px', async (width, first, arrow, turned) => {
    fakeApi(listOf(shows))
    onScreen({ width })
    const { user } = renderPage(<RecentShows />)
    await screen.findByText('Hall 9')
    expect(visibleVenues()).toEqual(first)
    await user.click(screen.getByRole('button', { name: arrow }))
    expect(visibleVenues()).toEqual(turned)
  })

  test('shows a grid without arrows from 1024 px', async () => {
    fakeApi(listOf(shows))
    onScreen({ width: 1024 })
    renderPage(<RecentShows />)
    await screen.findByText('Hall 9')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'next show' })).toBeNull()
  })

  test('has no arrows for one show', async () => {
    fakeApi(listOf(shows.slice(0, 1)))
    onScreen({ width: 375 })
    renderPage(<RecentShows />)
    await screen.findByText('Hall 9')
    expect(screen.queryByRole('button', { name: 'next show' })).toBeNull()
  })
})

describe('home: setlist dialog', () => {
  async function open(nth: number) {
    const page = renderPage(<RecentShows />)
    const buttons = await screen.findAllByRole('button', { name: 'View Setlist' })
    await page.user.click(buttons[nth] ?? document.body)
    return { ...page, dialog: await screen.findByRole('dialog') }
  }

  test('shows date, venue, location, the text as given, and notes', async () => {
    fakeApi(listOf(shows), setlists)
    const { dialog } = await open(0)
    expect(within(dialog).getByRole('heading', { name: 'Setlist for April 9, 2026' })).toBeDefined()
    expect(dialog.textContent).toContain('Hall 9 · Portland, ME, USA')
    const text = await within(dialog).findByText(/Opener 9/)
    expect(text.textContent).toBe('Set 1: Opener 9 >  Jam\nEncore: <b>Lullaby</b>')
    expect(within(dialog).getByRole('heading', { name: 'Notes:' })).toBeDefined()
    expect(within(dialog).getByText('the lights failed during the jam')).toBeDefined()
  })

  test('omits the notes when there are none', async () => {
    fakeApi(listOf(shows), setlists)
    const { dialog } = await open(1)
    await within(dialog).findByText(/Opener 8/)
    expect(within(dialog).queryByText('Notes:')).toBeNull()
  })

  test('shows a loading text', async () => {
    fakeApi(listOf(shows), neverRespond(showEndpoints.getSetlist))
    const { dialog } = await open(0)
    expect(within(dialog).getByText('Loading setlist...')).toBeDefined()
  })

  test('turns by the arrow keys', async () => {
    fakeApi(listOf(shows), setlists)
    const { user, dialog } = await open(0)
    await user.keyboard('{ArrowLeft}')
    expect(await within(dialog).findByText(/Opener 7/)).toBeDefined()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(await within(dialog).findByText(/Opener 8/)).toBeDefined()
  })

  test('reports a failure by toast and in place, with try again', async () => {
    fakeApi(
      listOf(shows),
      failOnce(showEndpoints.getSetlist, { ok: { setlistdata: 'Set 1: Opener', setlistnotes: null } }),
    )
    const { user, dialog } = await open(0)
    expect(await within(dialog).findByText('Failed to load setlist')).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('Failed to load setlist').length).toBeGreaterThan(1))
    expect(
      screen.getAllByText('There was an error loading the setlist. Please try again.').length,
    ).toBeGreaterThan(1)
    await user.click(within(dialog).getByRole('button', { name: 'try again' }))
    expect(await within(dialog).findByText('Set 1: Opener')).toBeDefined()
    expect(renderHook(useShownToast).result.current?.open).toBe(false)
  })
})
