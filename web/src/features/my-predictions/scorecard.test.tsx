import { leaderboardEndpoints, type OwnScore } from '@called-it/shared/contract/leaderboards'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import {
  ann,
  boardRow,
  loggedIn,
  playedShow,
  predictionOf,
  tours,
  visitor,
} from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, toursAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { MyPredictionsPage } from './my-predictions-page.tsx'

const score: OwnScore = {
  totalScore: 100,
  showsParticipated: 3,
  bestScore: 51,
  rank: 12,
  players: 40,
  version: 4,
}

const scoreIs = (rest: Partial<OwnScore>) =>
  fake(leaderboardEndpoints.getOwnTourScore, { ok: { ...score, ...rest } })

function openScorecard() {
  return renderPage(<MyPredictionsPage />, { at: '/my-predictions', pattern: '/my-predictions' })
}

const stat = (name: string) => screen.findByRole('region', { name })

describe('my predictions: scorecard', () => {
  test('shows the first tour until another is chosen', async () => {
    const requests = fakeApi(
      loggedIn,
      toursAre(...tours),
      fake(leaderboardEndpoints.getOwnTourScore, ({ params }) => ({
        ok: { ...score, totalScore: params.tourId === '3' ? 100 : 77 },
      })),
    )
    const { user } = openScorecard()
    expect((await screen.findByRole('tab', { name: 'Lamplight Tour' })).getAttribute('aria-selected')).toBe(
      'true',
    )
    expect(screen.getByText(/April 1 – May 1, 2026/)).toBeDefined()
    expect(within(await stat('Total Score')).getByText('100')).toBeDefined()
    expect(requests).not.toContain('GET /api/users/current/tours/2/score')
    await user.click(screen.getByRole('tab', { name: 'Meridian Tour' }))
    expect(within(await stat('Total Score')).getByText('77')).toBeDefined()
  })

  test('shows the total, the rank and the rounded average', async () => {
    fakeApi(loggedIn, toursAre(...tours), scoreIs({}))
    openScorecard()
    expect((await stat('Total Score')).textContent).toContain('100 points')
    expect(screen.getByText('From 3 shows')).toBeDefined()
    expect((await stat('Your Ranking')).textContent).toContain('#12 of 40 players')
    expect((await stat('Average Score')).textContent).toContain('33 points per show')
  })

  test.each([
    [1, 'Tour Leader'],
    [2, 'Top 3'],
    [3, 'Top 3'],
    [4, 'Top 10'],
    [10, 'Top 10'],
    [11, undefined],
  ])('gives rank %i the badge %s', async (rank, badge) => {
    fakeApi(loggedIn, toursAre(...tours), scoreIs({ rank }))
    openScorecard()
    const { textContent } = await stat('Your Ranking')
    expect(/Tour Leader|Top \d+/.exec(textContent ?? '')?.[0]).toBe(badge)
  })

  test('counts one show in the singular', async () => {
    fakeApi(loggedIn, toursAre(...tours), scoreIs({ showsParticipated: 1 }))
    openScorecard()
    expect(await screen.findByText('From 1 show')).toBeDefined()
  })

  test('has neither rank nor average before the first score', async () => {
    fakeApi(
      loggedIn,
      toursAre(...tours),
      scoreIs({ totalScore: 0, showsParticipated: 0, bestScore: 0, rank: null }),
    )
    openScorecard()
    expect(await screen.findByText('Not ranked yet - submit predictions for upcoming shows!')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Average Score' })).toBeNull()
  })

  test('draws scored shows as bars, oldest first, linked to their score view', async () => {
    fakeApi(
      loggedIn,
      toursAre(...tours),
      scoreIs({}),
      fake(tourEndpoints.listTourShows, {
        ok: { shows: [playedShow(11, '2026-04-02'), playedShow(12, '2026-04-09')] },
      }),
      predictionsAre(
        predictionOf(11, { score: 40 }),
        predictionOf(12, { score: 0 }),
        predictionOf(13, { score: 9 }),
      ),
    )
    openScorecard()
    const bars = within(await stat('show by show')).getAllByRole('link')
    const named = (bar: HTMLElement) => bar.querySelector('.visually-hidden')?.textContent
    expect(bars.map((bar) => [named(bar), bar.getAttribute('href')])).toEqual([
      ['April 2, 2026, Hall 11: 40 points', '/prediction/11/score'],
      ['April 9, 2026, Hall 12: 0 points', '/prediction/12/score'],
    ])
  })

  test('recovers from a failed score by try again', async () => {
    fakeApi(loggedIn, toursAre(...tours), failOnce(leaderboardEndpoints.getOwnTourScore, { ok: score }))
    const { user } = openScorecard()
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await stat('Total Score')).toBeDefined()
  })
})

describe('my predictions: live scorecard change', () => {
  test('applies and highlights an event with the row of the user', async () => {
    const requests = fakeApi(loggedIn, toursAre(...tours), scoreIs({}))
    openScorecard()
    const total = within(await stat('Total Score'))
    const before = requests.length
    act(() => {
      const step = {
        topic: 'board:3',
        from: 4,
        to: 5,
        board: 3,
        total: 41,
        changed: [boardRow(ann.id, 2, 160)],
        removed: [],
      }
      deliver('leaderboard:changed', { ...step, from: 3, to: 4, changed: [boardRow(ann.id, 9, 1)] })
      deliver('leaderboard:changed', step)
    })
    expect((await total.findByText('160')).className).toMatch(/glow/)
    expect((await stat('Your Ranking')).textContent).toContain('#2 of 41 players')
    expect((await stat('Average Score')).textContent).toContain('40 points per show')
    expect(requests).toHaveLength(before)
  })

  test('refetches the rank after `score:changed`', async () => {
    let current = score
    fakeApi(
      loggedIn,
      toursAre(...tours),
      fake(leaderboardEndpoints.getOwnTourScore, () => ({ ok: current })),
    )
    openScorecard()
    await stat('Total Score')
    current = { ...score, totalScore: 140, version: 5 }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => deliver('score:changed', { showId: 11, predictionId: 1, score: 40, version: 2 }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await vi.waitFor(() => expect(screen.getByText('140')).toBeDefined())
  })
})

describe('my predictions: scorecard without tours', () => {
  test('shows skeletons while loading', async () => {
    fakeApi(loggedIn, neverRespond(tourEndpoints.listTours))
    openScorecard()
    expect(await screen.findByText('Loading the tours...')).toBeDefined()
  })

  test('shows an empty state when there are none', async () => {
    fakeApi(loggedIn, toursAre())
    openScorecard()
    expect(await screen.findByText('No tour data available')).toBeDefined()
    expect(screen.getByText('No tours found in the database. Check back later.')).toBeDefined()
  })

  test('recovers from failed tours by try again', async () => {
    fakeApi(loggedIn, failOnce(tourEndpoints.listTours, { ok: { tours } }), scoreIs({}))
    const { user } = openScorecard()
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByRole('tab', { name: 'Lamplight Tour' })).toBeDefined()
  })

  test('asks a visitor to log in', async () => {
    fakeApi(visitor, toursAre(...tours))
    openScorecard()
    await waitFor(() => expect(screen.getByText('Please log in to view your scorecard.')).toBeDefined())
  })
})
