import { historyEndpoints, type PastCard } from '@called-it/shared/contract/histories'
import { loggedIn, predictionOf, tours } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { MyPredictionsPage } from './my-predictions-page.tsx'

function cardOf(id: number, rest: Partial<PastCard> = {}): PastCard {
  return {
    show: { id, date: `2026-04-${id}`, venue: `Hall ${id}`, location: 'Portland, ME', is_cancelled: false },
    picks: predictionOf(id).setlist,
    total: 40,
    place: { rank: 3, players: 41 },
    tour: { rank: 5, players: 60 },
    best: [],
    ...rest,
  }
}
const unscored = { total: null, place: null, tour: null }

type History = { cards: PastCard[]; is_computing: boolean }
const historyIs = (...cards: PastCard[]) => ({ ok: { cards, is_computing: false } })
const fakeHistory = (respond: (tourId: string) => { ok: History }) =>
  fake(historyEndpoints.getHistory, ({ params }) => respond(params.tourId ?? ''))

function openHistory(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(...routes, loggedIn, toursAre(...tours))
  const rendered = renderPage(<MyPredictionsPage />, {
    at: '/my-predictions?tab=history',
    pattern: '/my-predictions',
  })
  return { requests, ...rendered }
}

const chart = () => screen.getByRole('region', { name: /^rank over the tour/ })
const points = async () =>
  (await screen.findAllByRole('link', { name: /: rank \d/ })).map((point) => [
    point.querySelector('.visually-hidden')?.textContent,
    point.getAttribute('href'),
  ])
const line = () => chart().querySelector('polyline')?.getAttribute('points')
const card = (venue: string) => screen.findByRole('article', { name: new RegExp(venue) })

afterEach(() => vi.useRealTimers())

describe('my history', () => {
  test('draws the rank after each show as links in order, with the newest in words', async () => {
    openHistory(
      fakeHistory(() =>
        historyIs(cardOf(11), cardOf(12, { tour: { rank: 1, players: 1 } }), cardOf(13, unscored)),
      ),
    )
    expect(await points()).toEqual([
      ['April 11, 2026, Hall 11: rank 5 of 60 players', '/prediction/11/score'],
      ['April 12, 2026, Hall 12: rank 1 of 1 player', '/prediction/12/score'],
    ])
    expect(screen.getByText('#1 of 1 player')).toBeDefined()
    expect(line()).toBe('0.5,72.7 1.5,0')
  })

  test('keeps equal ranks on one line', async () => {
    openHistory(fakeHistory(() => historyIs(cardOf(11), cardOf(12))))
    await card('Hall 12')
    expect(line()).toBe('0.5,72.7 1.5,72.7')
  })

  test('lists the cards newest first, with points, rank of the night and best calls', async () => {
    const best = [
      { song: { id: 1, name: 'Lantern Season' }, points: 15, players: 1 },
      { song: { id: 2, name: 'Owl Hours' }, points: 6, players: 5 },
    ]
    const { user } = openHistory(fakeHistory(() => historyIs(cardOf(11), cardOf(12, { best }))))
    const newest = await card('Hall 12')
    const list = screen.getByRole('list', { name: 'my picks, newest first' })
    expect(within(list).getAllByRole('article')[0]).toBe(newest)
    expect(newest.textContent).toContain('#3 of 41 players that night')
    expect(newest.textContent).toContain('score: 40 pts')
    expect(textsOf(newest, 'listitem')).toEqual([
      '+15Lantern Seasononly you had it',
      '+6Owl Hoursyou and 4 others',
    ])
    expect(within(newest).getByRole('link', { name: 'score' }).getAttribute('href')).toBe(
      '/prediction/12/score',
    )
    expect((await card('Hall 11')).textContent).toContain('None of your picks were played.')
    await user.click(within(newest).getByRole('button', { name: 'view picks' }))
    expect(await screen.findByText('Opener 12')).toBeDefined()
  })

  test('marks cards that are cancelled or not scored yet, without a line', async () => {
    const later = cardOf(12, unscored)
    openHistory(
      fakeHistory(() =>
        historyIs(cardOf(11, unscored), { ...later, show: { ...later.show, is_cancelled: true } }),
      ),
    )
    expect(within(await card('Hall 11')).getByText('not scored yet')).toBeDefined()
    expect(within(await card('Hall 12')).getByText('cancelled')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'score' })).toBeNull()
    expect(screen.getByText('Your line begins with your first score.')).toBeDefined()
  })

  test('asks for the tour that is chosen', async () => {
    const { user } = openHistory(
      fakeHistory((tourId) => (tourId === '3' ? historyIs() : historyIs(cardOf(11)))),
    )
    expect(await screen.findByText('No picks on this tour yet.')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Meridian Tour' }))
    expect(await card('Hall 11')).toBeDefined()
  })

  test('shows that it loads, and recovers from a failure by try again', async () => {
    const { unmount } = openHistory(neverRespond(historyEndpoints.getHistory))
    expect(await screen.findByText('Loading your history...')).toBeDefined()
    unmount()
    const { user } = openHistory(failOnce(historyEndpoints.getHistory, historyIs(cardOf(11))))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await card('Hall 11')).toBeDefined()
  })

  test('asks for ranks that are being computed after 2 s, then slower', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let asked = 0
    openHistory(
      fakeHistory(() => {
        asked += 1
        const is_computing = asked < 4
        const cards = [cardOf(11, is_computing ? { tour: null, place: null } : {})]
        return { ok: { cards, is_computing } }
      }),
    )
    const waiting = await screen.findByText('Working out the ranks of the tour...')
    expect(waiting.parentElement?.querySelector<HTMLElement>('[style]')?.style.height).toBe('216px')
    expect(within(await card('Hall 11')).getByText('being computed')).toBeDefined()
    const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await advance(2_000)
    expect(asked).toBe(2)
    await advance(2_000)
    expect(asked).toBe(2)
    await advance(1_000)
    expect(asked).toBe(3)
    await advance(4_500)
    expect(await points()).toHaveLength(1)
    await advance(60_000)
    expect(asked).toBe(4)
  })

  test('keeps the line of earlier shows while a later one is computed', async () => {
    openHistory(
      fakeHistory(() => ({
        ok: { cards: [cardOf(11), cardOf(12, { tour: null, place: null })], is_computing: true },
      })),
    )
    expect(await points()).toHaveLength(1)
    expect(screen.getByText('Working out the ranks of the tour...')).toBeDefined()
    expect(screen.queryByText(/^#5 of/)).toBeNull()
  })

  test('refetches after `score:changed`', async () => {
    let cards = [cardOf(11, unscored)]
    openHistory(fakeHistory(() => historyIs(...cards)))
    await card('Hall 11')
    cards = [cardOf(11)]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => deliver('score:changed', { showId: 11, predictionId: 111, score: 40, version: 2 }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await vi.waitFor(async () => expect(screen.getByText('#5 of 60 players')).toBeDefined())
  })
})
