import { accountEndpoints, type CurrentUser } from '@called-it/shared/contract/accounts'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
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

const showOf = (id: number, rest: Partial<Show> = {}): Show => ({
  showid: id,
  show_id: id,
  id,
  showdate: '2026-04-18',
  date: '2026-04-18',
  venue: `Hall ${id}`,
  city: 'Norfolk',
  state: 'VA',
  country: 'USA',
  location: 'Norfolk, VA, USA',
  tour_id: 3,
  is_scored: false,
  is_open: false,
  locks_at: null,
  closes_at: '2026-04-19T00:00:00Z',
  version: 1,
  ...rest,
})
const openShow = (id: number) => showOf(id, { is_open: true, closes_at: '2999-01-01T00:00:00Z' })

const pickOf = (id: number, show_id: number, score: number | null = null): Prediction => ({
  id,
  user_id: ann.id,
  show_id,
  created_at: '2026-04-02T10:00:00Z',
  updated_at: '2026-04-02T10:00:00Z',
  score,
  setlist: {
    set1: [{ id: 1, name: 'Lantern Season' }, null, { id: 2, name: 'Owl Hours' }],
    set2: [],
    encore: [{ id: 3, name: 'Porchlight' }],
  },
  version: 1,
})

const fan = fake(accountEndpoints.getCurrentUser, { ok: ann })
const picksAre = (...predictions: Prediction[]) =>
  fake(predictionEndpoints.listPredictions, { ok: { predictions } })
const showsAre = (...shows: Show[]) =>
  fake(showEndpoints.getShow, ({ params }) => {
    const show = shows.find(({ id }) => id === Number(params.showId))
    return show ? { ok: show } : { error: 'show_not_found' }
  })

function openPicks() {
  return renderPage(<MyPredictionsPage />, { at: '/my-predictions?tab=picks', pattern: '/my-predictions' })
}

const card = (venue: string) => screen.findByRole('article', { name: new RegExp(venue) })

afterEach(() => {
  vi.useRealTimers()
})

describe('the picks', () => {
  test('stand one to a card, with venue, location, dates and the count of songs', async () => {
    fakeApi(fan, picksAre(pickOf(1, 11), pickOf(2, 12)), showsAre(openShow(11), openShow(12)))
    openPicks()
    const first = await card('Hall 11')
    expect(within(first).getByText('Norfolk, VA, USA')).toBeDefined()
    expect(within(first).getByText('Saturday, April 18, 2026')).toBeDefined()
    expect(within(first).getByText('picked on April 2, 2026')).toBeDefined()
    expect(within(first).getByText('3 songs')).toBeDefined()
    expect(await card('Hall 12')).toBeDefined()
  })

  test('are six skeletons while they are loading', async () => {
    const answer = Promise.withResolvers<void>()
    fakeApi(
      fan,
      fake(predictionEndpoints.listPredictions, async () => {
        await answer.promise
        return { ok: { predictions: [] } }
      }),
    )
    openPicks()
    expect(screen.getAllByTestId('pick-skeleton')).toHaveLength(6)
    answer.resolve()
    await waitFor(() => expect(screen.queryAllByTestId('pick-skeleton')).toEqual([]))
  })

  test('that are none point to the upcoming shows', async () => {
    fakeApi(fan, picksAre())
    openPicks()
    expect(await screen.findByText("You haven't made any picks yet.")).toBeDefined()
    expect(screen.getByText('Visit the upcoming shows section to choose a setlist.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'see upcoming shows' }).getAttribute('href')).toBe('/')
  })

  test('that cannot be had offer to try again', async () => {
    let isDown = true
    fakeApi(
      fan,
      fake(predictionEndpoints.listPredictions, () =>
        isDown ? { error: 'internal' } : { ok: { predictions: [pickOf(1, 11)] } },
      ),
      showsAre(openShow(11)),
    )
    const { user } = openPicks()
    expect(await screen.findByText('Error loading predictions. Please try again later.')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await card('Hall 11')).toBeDefined()
  })

  test('that are many come by the two dozen', async () => {
    const many = Array.from({ length: 30 }, (_, index) => pickOf(index + 1, index + 1))
    const requests = fakeApi(fan, picksAre(...many), showsAre(...many.map(({ id }) => openShow(id))))
    const { user } = openPicks()
    const more = await screen.findByRole('button', { name: 'show 6 more picks' })
    expect(screen.getAllByRole('article')).toHaveLength(24)
    expect(requests).not.toContain('GET /api/shows/25')
    await user.click(more)
    expect(screen.getAllByRole('article')).toHaveLength(30)
    expect(screen.queryByRole('button', { name: /more picks/ })).toBeNull()
  })
})

describe('the show of a pick', () => {
  test('is looked for in the upcoming and the recent shows where it cannot be had by itself', async () => {
    fakeApi(
      fan,
      picksAre(pickOf(1, 11), pickOf(2, 12)),
      fake(showEndpoints.listUpcomingShows, { ok: { shows: [openShow(11)] } }),
      fake(showEndpoints.listRecentShows, { ok: { shows: [showOf(12)] } }),
      showsAre(),
    )
    openPicks()
    expect(await card('Hall 11')).toBeDefined()
    expect(await card('Hall 12')).toBeDefined()
  })

  test('that is nowhere is unknown', async () => {
    fakeApi(fan, picksAre(pickOf(1, 11)), showsAre())
    openPicks()
    expect(await screen.findByText('Unknown Venue')).toBeDefined()
    expect(screen.getByText('Unknown Date')).toBeDefined()
    expect(screen.getByText('Unknown Location')).toBeDefined()
  })
})

describe('what can be done with a pick', () => {
  test('view picks shows the sets slot by slot, and the score', async () => {
    fakeApi(fan, picksAre(pickOf(1, 11, 42)), showsAre(showOf(11, { is_scored: true })))
    const { user } = openPicks()
    await user.click(within(await card('Hall 11')).getByRole('button', { name: 'view picks' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hall 11' }))
    for (const set of ['Set 1', 'Set 2', 'Encore']) {
      expect(dialog.getByRole('heading', { name: new RegExp(set) })).toBeDefined()
    }
    expect(dialog.getAllByText('No songs selected')).toHaveLength(1)
    expect(dialog.getByText('Owl Hours').closest('li')?.value).toBe(3)
    expect(dialog.getByText('42')).toBeDefined()
  })

  test('edit leads to the builder while there is no score and the show is open', async () => {
    fakeApi(
      fan,
      picksAre(pickOf(1, 11), pickOf(2, 12), pickOf(3, 13, 42)),
      showsAre(openShow(11), showOf(12), showOf(13, { is_scored: true })),
    )
    openPicks()
    const edit = within(await card('Hall 11')).getByRole('link', { name: 'edit' })
    expect(edit.getAttribute('href')).toBe('/prediction/11')
    expect(within(await card('Hall 12')).queryByRole('link', { name: 'edit' })).toBeNull()
    expect(within(await card('Hall 13')).queryByRole('link', { name: 'edit' })).toBeNull()
  })

  test('score is there for scored shows only; it reads the breakdown and goes to the score view', async () => {
    const requests = fakeApi(
      fan,
      picksAre(pickOf(1, 11, 42), pickOf(2, 12)),
      showsAre(showOf(11, { is_scored: true }), showOf(12)),
      fake(predictionEndpoints.getBreakdown, { error: 'setlist_not_found' }),
    )
    const { user, address } = openPicks()
    expect(within(await card('Hall 12')).queryByRole('button', { name: 'score' })).toBeNull()
    await user.click(within(await card('Hall 11')).getByRole('button', { name: 'score' }))
    await waitFor(() => expect(address()).toBe('/prediction/11/score'))
    expect(requests).toContain('GET /api/predictions/1/breakdown')
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  })
})

test('a show that is scored meanwhile brings its score and the score button, without a call', async () => {
  const requests = fakeApi(fan, picksAre(pickOf(1, 11)), showsAre(openShow(11)))
  openPicks()
  const ticket = within(await card('Hall 11'))
  expect(ticket.getByRole('link', { name: 'edit' })).toBeDefined()
  const asked = requests.length
  act(() => {
    deliver('show:scored', {
      topic: 'show:11',
      from: 1,
      to: 2,
      show: showOf(11, { is_scored: true, version: 2 }),
    })
    deliver('score:changed', { showId: 11, predictionId: 1, score: 57, version: 2 })
  })
  expect(await ticket.findByText('57')).toBeDefined()
  expect(await ticket.findByRole('button', { name: 'score' })).toBeDefined()
  expect(ticket.queryByRole('link', { name: 'edit' })).toBeNull()
  expect(requests).toHaveLength(asked)

  act(() => deliver('score:changed', { showId: 11, predictionId: 1, score: 61, version: 3 }))
  expect((await ticket.findByText('61')).className).toMatch(/glow/)
})
