import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann, openShow, playedShow, predictionOf, site } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { queryKeys } from '../../lib/query-keys.ts'
import { ownPredictionQuery, PREDICTION_SAVED } from './builder/prediction-queries.ts'
import { HomePage } from './home-page.tsx'

const never = () => new Promise<never>(() => {})
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
  fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }),
  fake(siteEndpoints.getConfig, {
    ok: { config: { testModeEnabled: false, siteOverlayEnabled: false, version: 0 } },
  }),
]

describe('the skeleton', () => {
  test.each([
    ['songs', [fake(songEndpoints.listSongs, never), upcoming, recent]],
    ['upcoming shows', [songs, fake(showEndpoints.listUpcomingShows, never), recent]],
    ['recent shows', [songs, upcoming, fake(showEndpoints.listRecentShows, never)]],
  ])('stands for the page while the %s load', async (_what, lists) => {
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

  test('gives way to the page, and does not come back when a part is tried again', async () => {
    onScreen({ width: 1440 })
    let isDown = true
    fakeApi(
      songs,
      upcoming,
      fake(showEndpoints.listRecentShows, () => (isDown ? { error: 'internal' } : never())),
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

describe('the page', () => {
  test('has the welcome with the way to the leaderboard, the panels, the builder, the songs and the recent shows', async () => {
    onScreen({ width: 1440 })
    fakeApi(songs, upcoming, recent, ...rest)
    renderPage(<HomePage />)
    for (const name of [
      'spring tour 2025',
      /Build a Setlist/,
      /^songs/,
      'how scoring works',
      'recent shows',
    ]) {
      expect(await screen.findByRole('region', { name })).toBeDefined()
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(site.texts.welcomeTitle)
    expect(screen.getByRole('link', { name: 'view leaderboard' }).getAttribute('href')).toBe('/leaderboard')
    expect(within(screen.getByRole('complementary')).getByRole('link', { name: 'sign up' })).toBeDefined()
  })

  test('a save reaches the list of the fan’s predictions without a call', async () => {
    onScreen({ width: 1440 })
    const requests = fakeApi(
      songs,
      upcoming,
      recent,
      fake(accountEndpoints.getCurrentUser, { ok: ann }),
      fake(predictionEndpoints.listPredictions, { ok: { predictions: [] } }),
      fake(predictionEndpoints.getOwnPrediction, { error: 'prediction_not_found' }),
      ...rest,
    )
    const { queryClient } = renderPage(<HomePage />)
    const listed = () => queryClient.getQueryData(queryKeys.predictions(ann.id))
    await waitFor(() => expect(listed()).toEqual([]))
    const before = requests.length
    act(() => {
      queryClient.setQueryData(ownPredictionQuery(1).queryKey, predictionOf(1))
      window.dispatchEvent(new CustomEvent(PREDICTION_SAVED, { detail: { showId: 1 } }))
    })
    expect(listed()).toEqual([predictionOf(1)])
    expect(requests.slice(before).filter((request) => request.includes('/7/'))).toEqual([])
  })
})
