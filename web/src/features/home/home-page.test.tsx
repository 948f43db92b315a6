import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { openShow, playedShow, site, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { HomePage } from './home-page.tsx'

const songs = fake(songEndpoints.listSongs, {
  ok: {
    songs: [
      { id: 1, name: 'Lantern Season', slug: 'lantern-season', times_played: 412, gap: 2, last_played: null },
    ],
  },
})
const upcoming = fake(showEndpoints.listUpcomingShows, { ok: { shows: [openShow(1, '2026-04-17')] } })
const recent = fake(showEndpoints.listRecentShows, { ok: { shows: [playedShow(9, '2026-04-09')] } })
const rest = [
  fake(siteEndpoints.getSite, { ok: site }),
  visitor,
  fake(siteEndpoints.getConfig, {
    ok: { config: { testModeEnabled: false, siteOverlayEnabled: false, version: 0 } },
  }),
]

describe('home: skeleton', () => {
  test.each([
    ['songs', [neverRespond(songEndpoints.listSongs), upcoming, recent]],
    ['upcoming shows', [songs, neverRespond(showEndpoints.listUpcomingShows), recent]],
    ['recent shows', [songs, upcoming, neverRespond(showEndpoints.listRecentShows)]],
  ])('replaces the page while the %s load', async (_what, lists) => {
    onScreen({ width: 1440 })
    const requests = fakeApi(...lists, ...rest)
    renderPage(<HomePage />)
    await waitFor(() => expect(requests).toContain('GET /api/shows/recent/multiple'))
    expect(screen.getByRole('status').textContent).toContain('Loading')
    expect(screen.getAllByTestId('set-skeleton')).toHaveLength(3)
    expect(screen.getByTestId('songs-skeleton')).toBeDefined()
    expect(screen.getByTestId('upcoming-skeleton').children).toHaveLength(8)
    expect(screen.getByTestId('recent-skeleton').children).toHaveLength(4)
    expect(screen.queryByRole('button', { name: 'submit setlist' })).toBeNull()
  })

  test('gives way to regions whose names read as words', async () => {
    onScreen({ width: 1440 })
    fakeApi(songs, upcoming, recent, ...rest)
    renderPage(<HomePage />)
    expect(await screen.findByRole('region', { name: 'Build a Setlist Editing' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'songs 1' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Plays descending' })).toBeDefined()
  })

  test('gives way to a text where there are no songs', async () => {
    onScreen({ width: 1440 })
    fakeApi(fake(songEndpoints.listSongs, { ok: { songs: [] } }), upcoming, recent, ...rest)
    renderPage(<HomePage />)
    expect(await screen.findByRole('region', { name: 'songs 0' })).toBeDefined()
    expect(screen.getByText('There are no songs yet.')).toBeDefined()
  })

  test('does not return when a part of the page reloads', async () => {
    onScreen({ width: 1440 })
    let isDown = true
    fakeApi(
      songs,
      upcoming,
      fake(showEndpoints.listRecentShows, () =>
        isDown ? { error: 'internal' } : new Promise<never>(() => {}),
      ),
      ...rest,
    )
    const { user } = renderPage(<HomePage />)
    const tryAgain = await screen.findByRole('button', { name: 'try again' })
    isDown = false
    await user.click(tryAgain)
    expect(await screen.findByTestId('recent-skeleton')).toBeDefined()
    expect(screen.queryByTestId('builder-skeleton')).toBeNull()
    expect(screen.getByRole('button', { name: 'submit setlist' })).toBeDefined()
  })
})

describe('address of a show', () => {
  const show = fake(showEndpoints.getShow, { error: 'show_not_found' })
  const tooLarge = fake(showEndpoints.getShow, { error: 'malformed_path' })
  test.each([
    ['an unknown show', '/prediction/99999', show],
    ['a number that is too large', '/prediction/9999999999', tooLarge],
    ['no number', '/prediction/abc', show],
  ])('leads home instead of to a builder for %s', async (_what, at, found) => {
    onScreen({ width: 1440 })
    fakeApi(songs, upcoming, recent, found, ...rest)
    renderPage(<HomePage />, { at, pattern: '/prediction/:showId' })
    expect(await screen.findByText('There is no such show.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'back home' }).getAttribute('href')).toBe('/')
    expect(screen.queryByRole('button', { name: 'submit setlist' })).toBeNull()
  })
})
