import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { emptyDraft } from '@called-it/shared/game/draft'
import { POINTS } from '@called-it/shared/game/points'
import {
  loggedIn,
  openShow,
  playedShow,
  predictionOf,
  site,
  visitor,
} from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import {
  liveShowsAre,
  predictionsAre,
  recentShowsAre,
  upcomingShowsAre,
} from '@called-it/tests/support/web/routes'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../../lib/account/user-storage.ts'
import { deliver } from '../../lib/events/deliver.ts'
import { addToActiveSlot } from './builder/active-slot.ts'
import { useDraftStore } from './builder/draft-store.ts'
import type { PickedSong } from './builder/show-draft.ts'
import { HomePage } from './home-page.tsx'
import { phaseCard } from './use-phase.ts'

const songs = fake(songEndpoints.listSongs, {
  ok: {
    songs: [
      { id: 1, name: 'Lantern Season', slug: 'lantern-season', times_played: 412, gap: 2, last_played: null },
    ],
  },
})
const upcoming = upcomingShowsAre(openShow(1, '2026-04-17'))
const recent = recentShowsAre(playedShow(9, '2026-04-09'))
const live = liveShowsAre()
const picks = predictionsAre(predictionOf(5))
const rest = [
  live,
  fake(siteEndpoints.getSite, { ok: site }),
  visitor,
  fake(siteEndpoints.getConfig, {
    ok: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 0 } },
  }),
]

describe('home: skeleton', () => {
  test.each([
    ['songs', [neverRespond(songEndpoints.listSongs), upcoming, recent]],
    ['upcoming shows', [songs, neverRespond(showEndpoints.listUpcomingShows), recent]],
    ['recent shows', [songs, upcoming, neverRespond(showEndpoints.listRecentShows)]],
    ['shows of tonight', [songs, upcoming, recent, neverRespond(showEndpoints.listLiveShows)]],
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
    expect(await screen.findByRole('button', { name: 'Plays descending' })).toBeDefined()
  })

  test('gives way to a text where there are no songs', async () => {
    onScreen({ width: 1440 })
    fakeApi(fake(songEndpoints.listSongs, { ok: { songs: [] } }), upcoming, recent, ...rest)
    renderPage(<HomePage />)
    expect(await screen.findByRole('region', { name: 'songs 0' })).toBeDefined()
    expect(await screen.findByText('There are no songs yet.')).toBeDefined()
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

test('refetches the songs after the catalogue has changed', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onScreen({ width: 1440 })
  const requests = fakeApi(songs, upcoming, recent, ...rest)
  renderPage(<HomePage />)
  expect(await screen.findByRole('button', { name: 'submit setlist' })).toBeDefined()
  act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 0, to: 2 }))
  await waitFor(() => expect(requests.filter((made) => made === 'GET /api/songs/all')).toHaveLength(2))
})

describe('home: phase', () => {
  const closed = openShow(5, '2026-04-16', { is_open: false, phase: 'locked' })
  const noCrowd = fake(showPickEndpoints.getCrowd, {
    ok: { players: 41, card: emptyDraft<PickedSong>(), songs: [], openers: [] },
  })
  const open = (...routes: FakeRoute[]) => {
    onScreen({ width: 1440 })
    const board = fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() })
    fakeApi(...routes, songs, upcoming, recent, ...rest, picks, noCrowd, board)
    renderPage(<HomePage />)
    return board
  }
  const card = async (name: string) => within(await screen.findByRole('region', { name }))
  const primary = () =>
    Array.from(document.querySelectorAll('[data-primary]'), ({ textContent }) => textContent?.trim())

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-04-16T23:40:00Z')
  })

  test('leads to the picks of everybody between the lock and the first song', async () => {
    open(loggedIn, liveShowsAre(closed))
    const lobby = await card('tonight')
    expect(lobby.getByText('Hall 5')).toBeDefined()
    expect(await lobby.findByText('41 fans are in')).toBeDefined()
    expect(lobby.getByRole('link', { name: "see everybody's picks" }).getAttribute('href')).toBe('/shows/5')
    expect(primary()).toEqual(["see everybody's picks"])
  })

  test('has the own points and the song on now', async () => {
    open(loggedIn, liveShowsAre({ ...closed, phase: 'live' }))
    const live = await card('on now')
    expect(await live.findByText('live · set 1, song 1')).toBeDefined()
    expect(live.getByText(/points so far/).parentElement?.textContent).toContain(
      String(POINTS.correctSpecial),
    )
    expect(live.getByRole('link', { name: 'open the show' }).getAttribute('href')).toBe('/shows/5')
    expect(screen.getByText(/you called it,/)).toBeDefined()
  })

  test('asks for the show some time after it began on an open page', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.setSystemTime('2026-04-16T23:40:00Z')
    const board = open(loggedIn)
    await card('next show')
    const begun: Show = { ...closed, phase: 'live', version: 2 }
    act(() => deliver('show:changed', { topic: 'show:5', from: 1, to: 2, show: begun }))
    await card('on now')
    expect(board.bodies).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    expect(await screen.findByText('live · set 1, song 1')).toBeDefined()
  })

  test('says who won the night until noon', async () => {
    const lastNight = playedShow(5, '2026-04-15', { scored_at: '2026-04-16T23:00:00.000Z' })
    const far = upcomingShowsAre(openShow(1, '2026-04-19'))
    open(loggedIn, far, recentShowsAre(lastNight))
    const morning = await card('last night')
    expect(morning.getByRole('heading', { name: 'you won the night' })).toBeDefined()
    expect(morning.getByRole('link', { name: 'breakdown' }).getAttribute('href')).toBe('/prediction/5/score')
    expect(primary()).toEqual(['share'])
  })

  test('shows picks that are in, with nothing to do', async () => {
    open(loggedIn, predictionsAre(predictionOf(1)))
    const next = await card('next show')
    expect(next.getByText('your picks are in')).toBeDefined()
    expect(primary()).toEqual([])
  })

  test('offers a past show where there is none to pick', async () => {
    open(loggedIn, upcomingShowsAre())
    const next = await card('next show')
    expect(next.getByRole('link', { name: 'play this show' }).getAttribute('href')).toBe('/shows/9/practice')
  })

  test('is below the builder on a phone, which stays in its place at the lock', async () => {
    onScreen({ width: 375 })
    fakeApi(
      ...[loggedIn, songs, upcoming, recent, noCrowd],
      liveShowsAre(closed),
      fake(showEndpoints.getShow, { ok: openShow(1, '2026-04-17') }),
      ...[...rest, picks],
    )
    renderPage(<HomePage />, { at: '/prediction/1', pattern: '/prediction/:showId' })
    const lobby = await screen.findByRole('region', { name: 'tonight' })
    const submit = screen.getByRole('button', { name: 'submit setlist' })
    expect(submit.compareDocumentPosition(lobby)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('is waited for, so that nothing moves when it comes', async () => {
    onScreen({ width: 1440 })
    fakeApi(neverRespond(showEndpoints.listLiveShows), songs, upcoming, recent, ...rest)
    const { queryClient } = renderPage(<HomePage />)
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.getByTestId('builder-skeleton')).toBeDefined()
  })

  test('comes with its points, however late the shows are', async () => {
    await phaseCard.load()
    const { promise: recentShows, resolve: answer } = Promise.withResolvers<{ ok: { shows: Show[] } }>()
    const points = neverRespond(liveShowEndpoints.getLiveShow)
    const late = fake(showEndpoints.listRecentShows, () => recentShows)
    fakeApi(loggedIn, late, points, songs, upcomingShowsAre(openShow(1, '2026-04-19')), ...rest, picks)
    const { queryClient } = renderPage(<HomePage />)
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    answer({ ok: { shows: [playedShow(5, '2026-04-15', { scored_at: '2026-04-16T23:00:00.000Z' })] } })
    await waitFor(() => expect(points.bodies).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'last night' })).toBeNull()
  })
})

describe('home: scoring mode', () => {
  const SHOW = 5
  const Pages = () => (
    <Routes>
      <Route path="/prediction/:showId" element={<HomePage />} />
      <Route path="/prediction/:showId/score" element={<HomePage />} />
    </Routes>
  )
  const open = (width: number, at: string, show: Show) => {
    onScreen({ width })
    clearUserData()
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    const setlist = {
      ...emptyDraft<PickedSong>(),
      set1: Array.from({ length: 8 }, (_, index) => ({ id: 100 + index, name: `Song ${index}` })),
    }
    const saved = predictionOf(SHOW, { setlist })
    fakeApi(
      ...[loggedIn, songs, upcoming, recent],
      fake(showEndpoints.getShow, { ok: show }),
      predictionsAre(saved),
      ...rest,
    )
    return renderPage(<Pages />, { at })
  }

  test.each([1440, 375])('has no songs to add at %d px, and keeps the saved picks', async (width) => {
    const { user } = open(width, `/prediction/${SHOW}/score`, openShow(SHOW, '2126-04-17'))
    const back = await screen.findByRole('button', { name: 'Back to Setlist' })
    expect(screen.queryByRole('region', { name: /^songs/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'add songs' })).toBeNull()
    addToActiveSlot(SHOW, { id: 1, name: 'Lantern Season' })
    await user.click(back)
    expect(await screen.findByText('8 of 8 songs')).toBeDefined()
    expect(screen.queryByText('not saved yet')).toBeNull()
  })

  test.each([
    [375, true],
    [1440, false],
  ])('comes before the shows on a phone only: %d px, %s', async (width, isFirst) => {
    open(width, `/prediction/${SHOW}/score`, openShow(SHOW, '2126-04-17'))
    const scoring = await screen.findByRole('region', { name: /Scoring$/ })
    const shows = screen.getByRole('region', { name: /^spring tour 2025/ })
    const order = scoring.compareDocumentPosition(shows) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(order !== 0).toBe(isFirst)
  })

  test('lets nothing change the picks of a closed show', async () => {
    open(1440, `/prediction/${SHOW}`, openShow(SHOW, '2126-04-17', { is_open: false }))
    expect(await screen.findByText('8 of 8 songs')).toBeDefined()
    const set = within(screen.getByRole('list', { name: 'Set 1' }))
    expect(set.getByText('Song 0')).toBeDefined()
    expect(set.queryByRole('button', { name: /^(remove|move) / })).toBeNull()
    expect(set.getAllByRole('button').every((slot) => slot.hasAttribute('disabled'))).toBe(true)
    const list = await screen.findByRole('region', { name: 'song list' })
    expect(list.closest('[inert]')).not.toBeNull()
    useDraftStore.getState().discard(SHOW)
    expect(screen.queryByRole('button', { name: site.texts.kickstartLabel })).toBeNull()
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
