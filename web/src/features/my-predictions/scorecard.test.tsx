import { accountEndpoints, type CurrentUser } from '@called-it/shared/contract/accounts'
import { leaderboardEndpoints, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { type Tour, tourEndpoints } from '@called-it/shared/contract/tours'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/live/deliver.ts'
import { MyPredictionsPage } from './my-predictions-page.tsx'

const ann: CurrentUser = {
  id: 7,
  email: 'ann@example.test',
  display_name: 'Ann Alder',
  avatar_path: null,
  is_admin: false,
  email_verified: true,
  created_at: '2026-01-01T00:00:00Z',
}

const tours: Tour[] = [
  { id: 3, name: 'Lamplight Tour', start_date: '2026-04-01', end_date: '2026-05-01', description: null },
  { id: 2, name: 'Meridian Tour', start_date: '2025-02-01', end_date: '2025-03-26', description: null },
]

const score: OwnScore = {
  totalScore: 100,
  showsParticipated: 3,
  bestScore: 51,
  rank: 12,
  players: 40,
  version: 4,
}

const showOf = (id: number, showdate: string): Show => ({
  showid: id,
  show_id: id,
  id,
  showdate,
  date: showdate,
  venue: `Hall ${id}`,
  city: null,
  state: null,
  country: null,
  location: '',
  tour_id: 3,
  is_scored: true,
  is_open: false,
  locks_at: null,
  closes_at: '2026-05-01T00:00:00Z',
  version: 1,
})

const predictionOf = (id: number, show_id: number, points: number): Prediction => ({
  id,
  user_id: ann.id,
  show_id,
  created_at: '2026-04-01T10:00:00Z',
  updated_at: '2026-04-01T10:00:00Z',
  score: points,
  setlist: { set1: [], set2: [], encore: [] },
  version: 1,
})

const fan = fake(accountEndpoints.getCurrentUser, { ok: ann })
const toursAre = (list: Tour[]) => fake(tourEndpoints.listTours, { ok: { tours: list } })
const scoreIs = (own: Partial<OwnScore>) =>
  fake(leaderboardEndpoints.getOwnTourScore, { ok: { ...score, ...own } })

function openScorecard() {
  return renderPage(<MyPredictionsPage />, { at: '/my-predictions', pattern: '/my-predictions' })
}

const figure = (name: string) => screen.findByRole('region', { name })

afterEach(() => {
  vi.useRealTimers()
})

test('the page has its title and two tabs, and remembers the second', async () => {
  fakeApi(
    fan,
    toursAre(tours),
    scoreIs({}),
    fake(predictionEndpoints.listPredictions, { ok: { predictions: [] } }),
  )
  const { user, address } = openScorecard()
  expect(screen.getByRole('heading', { name: 'points and picks', level: 1 })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Your Scorecard' })).toBeDefined()
  expect(screen.getByRole('tab', { name: 'my scorecard' }).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'my setlist picks' }))
  expect(await screen.findByText("You haven't made any picks yet.")).toBeDefined()
  expect(address()).toBe('/my-predictions?tab=picks')
})

describe('a tour', () => {
  test('is the first one until another is chosen', async () => {
    const requests = fakeApi(
      fan,
      toursAre(tours),
      fake(leaderboardEndpoints.getOwnTourScore, ({ params }) => ({
        ok: { ...score, totalScore: params.tourId === '3' ? 100 : 77 },
      })),
    )
    const { user } = openScorecard()
    expect((await screen.findByRole('tab', { name: 'Lamplight Tour' })).getAttribute('aria-selected')).toBe(
      'true',
    )
    expect(screen.getByText(/April 1 – May 1, 2026/)).toBeDefined()
    expect(within(await figure('Total Score')).getByText('100')).toBeDefined()
    expect(requests).not.toContain('GET /api/users/current/tours/2/score')
    await user.click(screen.getByRole('tab', { name: 'Meridian Tour' }))
    expect(within(await figure('Total Score')).getByText('77')).toBeDefined()
  })

  test('shows the total, the place and the rounded average', async () => {
    fakeApi(fan, toursAre(tours), scoreIs({}))
    openScorecard()
    expect((await figure('Total Score')).textContent).toContain('100 points')
    expect(screen.getByText('From 3 shows')).toBeDefined()
    expect((await figure('Your Ranking')).textContent).toContain('#12 of 40 players')
    expect((await figure('Average Score')).textContent).toContain('33 points per show')
  })

  test.each([
    [1, 'Tour Leader'],
    [2, 'Top 3'],
    [3, 'Top 3'],
    [4, 'Top 10'],
    [10, 'Top 10'],
  ])('gives rank %i the badge %s', async (rank, badge) => {
    fakeApi(fan, toursAre(tours), scoreIs({ rank }))
    openScorecard()
    expect(within(await figure('Your Ranking')).getByText(badge)).toBeDefined()
  })

  test('gives rank 11 no badge', async () => {
    fakeApi(fan, toursAre(tours), scoreIs({ rank: 11 }))
    openScorecard()
    expect((await figure('Your Ranking')).textContent).not.toMatch(/Top|Leader/)
  })

  test('says From 1 show after the first', async () => {
    fakeApi(fan, toursAre(tours), scoreIs({ showsParticipated: 1 }))
    openScorecard()
    expect(await screen.findByText('From 1 show')).toBeDefined()
  })

  test('has neither a place nor an average before the first score', async () => {
    fakeApi(fan, toursAre(tours), scoreIs({ totalScore: 0, showsParticipated: 0, bestScore: 0, rank: null }))
    openScorecard()
    expect(await screen.findByText('Not ranked yet - submit predictions for upcoming shows!')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Average Score' })).toBeNull()
  })

  test('lists its scored shows as bars, newest first, each the way to its score view', async () => {
    fakeApi(
      fan,
      toursAre(tours),
      scoreIs({}),
      fake(tourEndpoints.listTourShows, {
        ok: { shows: [showOf(11, '2026-04-02'), showOf(12, '2026-04-09')] },
      }),
      fake(predictionEndpoints.listPredictions, {
        ok: { predictions: [predictionOf(1, 11, 40), predictionOf(2, 12, 0), predictionOf(3, 13, 9)] },
      }),
    )
    openScorecard()
    const bars = within(await figure('show by show')).getAllByRole('link')
    const named = (bar: HTMLElement) => bar.querySelector('.visually-hidden')?.textContent
    expect(bars.map((bar) => [named(bar), bar.getAttribute('href')])).toEqual([
      ['April 9, 2026, Hall 12: 0 points', '/prediction/12/score'],
      ['April 2, 2026, Hall 11: 40 points', '/prediction/11/score'],
    ])
  })

  test('whose score cannot be had offers to try again', async () => {
    let isDown = true
    fakeApi(
      fan,
      toursAre(tours),
      fake(leaderboardEndpoints.getOwnTourScore, () => (isDown ? { error: 'internal' } : { ok: score })),
    )
    const { user } = openScorecard()
    const again = await screen.findByRole('button', { name: 'try again' })
    isDown = false
    await user.click(again)
    expect(await figure('Total Score')).toBeDefined()
  })
})

describe('a live change', () => {
  test('that carries the own row is shown at once, and glows', async () => {
    const requests = fakeApi(fan, toursAre(tours), scoreIs({}))
    openScorecard()
    const total = within(await figure('Total Score'))
    const asked = requests.length
    act(() =>
      deliver('leaderboard:changed', {
        topic: 'board:3',
        from: 4,
        to: 5,
        board: 3,
        total: 41,
        changed: [
          {
            rank: 2,
            userId: ann.id,
            userName: 'Ann Alder',
            avatar: null,
            showsParticipated: 4,
            bestScore: 60,
            totalScore: 160,
          },
        ],
        removed: [],
      }),
    )
    expect((await total.findByText('160')).className).toMatch(/glow/)
    expect((await figure('Your Ranking')).textContent).toContain('#2 of 41 players')
    expect((await figure('Average Score')).textContent).toContain('40 points per show')
    expect(requests).toHaveLength(asked)
  })

  test('of the own score has the place read again within seconds', async () => {
    let own = score
    fakeApi(
      fan,
      toursAre(tours),
      fake(leaderboardEndpoints.getOwnTourScore, () => ({ ok: own })),
    )
    openScorecard()
    await figure('Total Score')
    own = { ...score, totalScore: 140, version: 5 }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => deliver('score:changed', { showId: 11, predictionId: 1, score: 40, version: 2 }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await vi.waitFor(() => expect(screen.getByText('140')).toBeDefined())
  })
})

describe('instead of tours', () => {
  test('there are skeletons while they are loading', async () => {
    const answer = Promise.withResolvers<void>()
    fakeApi(
      fan,
      fake(tourEndpoints.listTours, async () => {
        await answer.promise
        return { ok: { tours: [] } }
      }),
    )
    openScorecard()
    expect(await screen.findByText('Loading tours...')).toBeDefined()
    answer.resolve()
    expect(await screen.findByText('No tour data available')).toBeDefined()
  })

  test('it says so when there are none', async () => {
    fakeApi(fan, toursAre([]))
    openScorecard()
    expect(await screen.findByText('No tour data available')).toBeDefined()
    expect(screen.getByText('No tours found in the database. Check back later.')).toBeDefined()
  })

  test('they can be tried again', async () => {
    let isDown = true
    fakeApi(
      fan,
      fake(tourEndpoints.listTours, () => (isDown ? { error: 'internal' } : { ok: { tours } })),
      scoreIs({}),
    )
    const { user } = openScorecard()
    const again = await screen.findByRole('button', { name: 'try again' })
    isDown = false
    await user.click(again)
    expect(await screen.findByRole('tab', { name: 'Lamplight Tour' })).toBeDefined()
  })

  test('somebody who is logged out is asked to log in', async () => {
    fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }), toursAre(tours))
    openScorecard()
    await waitFor(() => expect(screen.getByText('Please log in to view your scorecard.')).toBeDefined())
  })
})
