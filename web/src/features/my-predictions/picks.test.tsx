import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { onDeviceAhead } from '@called-it/tests/support/web/device-clock'
import { loggedIn, openShow, playedShow, predictionOf } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, recentShowsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { MyPredictionsPage } from './my-predictions-page.tsx'

const DAY = '2026-04-18'
const closedShow = (id: number) => openShow(id, DAY, { is_open: false })
const scoredShow = (id: number) => playedShow(id, DAY, { version: 2 })
const upcomingShow = (id: number) => openShow(id, DAY, { locks_at: '2999-01-01T00:00:00Z' })

const pickOf = (showId: number, rest: Partial<Prediction> = {}) =>
  predictionOf(showId, {
    created_at: '2026-04-02T10:00:00Z',
    setlist: {
      set1: [{ id: 1, name: 'Lantern Season' }, null, { id: 2, name: 'Owl Hours' }],
      set2: [],
      encore: [{ id: 3, name: 'Porchlight' }],
    },
    ...rest,
  })

const showsAre = (...shows: Show[]) =>
  fake(showEndpoints.getShow, ({ params }) => {
    const show = shows.find(({ id }) => id === Number(params.showId))
    return show ? { ok: show } : { error: 'show_not_found' }
  })

function openPicks() {
  return renderPage(<MyPredictionsPage />, { at: '/my-predictions?tab=picks', pattern: '/my-predictions' })
}

const card = (venue: string) => screen.findByRole('article', { name: new RegExp(venue) })

describe('my predictions: picks', () => {
  test('shows a card per pick with venue, location, dates and number of songs', async () => {
    fakeApi(loggedIn, predictionsAre(pickOf(11), pickOf(12)), showsAre(upcomingShow(11), upcomingShow(12)))
    openPicks()
    const first = await card('Hall 11')
    expect(within(first).getByText('Portland, ME, USA')).toBeDefined()
    expect(within(first).getByText('Saturday, April 18, 2026')).toBeDefined()
    expect(within(first).getByText('picked on April 2, 2026')).toBeDefined()
    expect(within(first).getByText('3 songs')).toBeDefined()
    expect(await card('Hall 12')).toBeDefined()
  })

  test('begins with the open show whose lock is nearest', async () => {
    const shows = [scoredShow(13), upcomingShow(12), upcomingShow(11)]
    fakeApi(
      loggedIn,
      predictionsAre(pickOf(13), pickOf(12), pickOf(11)),
      upcomingShowsAre(upcomingShow(11), upcomingShow(12)),
      showsAre(...shows),
    )
    openPicks()
    await card('Hall 11')
    const names = screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))
    expect(names.map((name) => name?.slice(0, 7))).toEqual(['Hall 11', 'Hall 12', 'Hall 13'])
  })

  test('shows six skeletons while loading', async () => {
    fakeApi(loggedIn, neverRespond(predictionEndpoints.listPredictions))
    openPicks()
    expect(screen.getAllByTestId('pick-skeleton')).toHaveLength(6)
  })

  test('links to the upcoming shows when there are none', async () => {
    fakeApi(loggedIn, predictionsAre())
    openPicks()
    expect(await screen.findByText("You haven't made any picks yet.")).toBeDefined()
    expect(screen.getByText('Visit the upcoming shows section to choose a setlist.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'see upcoming shows' }).getAttribute('href')).toBe('/')
  })

  test('recovers from a failed request by try again', async () => {
    fakeApi(
      loggedIn,
      failOnce(predictionEndpoints.listPredictions, { ok: { predictions: [pickOf(11)] } }),
      showsAre(upcomingShow(11)),
    )
    const { user } = openPicks()
    expect(await screen.findByText('Error loading predictions. Please try again later.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await card('Hall 11')).toBeDefined()
  })

  test('shows 24 cards at a time', async () => {
    const many = Array.from({ length: 30 }, (_, index) => pickOf(index + 1))
    const requests = fakeApi(
      loggedIn,
      predictionsAre(...many),
      showsAre(...many.map(({ show_id }) => upcomingShow(show_id))),
    )
    const { user } = openPicks()
    const more = await screen.findByRole('button', { name: 'show 6 more picks' })
    expect(screen.getAllByRole('article')).toHaveLength(24)
    expect(requests).not.toContain('GET /api/shows/25')
    await user.click(more)
    expect(screen.getAllByRole('article')).toHaveLength(30)
    expect(screen.queryByRole('button', { name: /more picks/ })).toBeNull()
  })
})

describe('my predictions: show of a pick', () => {
  test('falls back to the lists of upcoming and recent shows', async () => {
    fakeApi(
      loggedIn,
      predictionsAre(pickOf(11), pickOf(12)),
      upcomingShowsAre(upcomingShow(11)),
      recentShowsAre(closedShow(12)),
      showsAre(),
    )
    openPicks()
    expect(await card('Hall 11')).toBeDefined()
    expect(await card('Hall 12')).toBeDefined()
  })

  test('shows placeholders when it is in no list either', async () => {
    fakeApi(loggedIn, predictionsAre(pickOf(11)), showsAre())
    openPicks()
    expect(await screen.findByText('Unknown Venue')).toBeDefined()
    expect(screen.getByText('Unknown Date')).toBeDefined()
    expect(screen.getByText('Unknown Location')).toBeDefined()
  })
})

describe('my predictions: actions of a pick', () => {
  test('shows the sets slot by slot and the score', async () => {
    fakeApi(loggedIn, predictionsAre(pickOf(11, { score: 42 })), showsAre(scoredShow(11)))
    const { user } = openPicks()
    await user.click(within(await card('Hall 11')).getByRole('button', { name: 'view picks' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hall 11' }))
    for (const name of ['Set 1 2 of 3', 'Set 2', 'Encore 1 of 1']) {
      expect(dialog.getByRole('heading', { name })).toBeDefined()
    }
    expect(dialog.getAllByText('No songs selected')).toHaveLength(1)
    expect(dialog.getByText('Owl Hours').closest('li')?.value).toBe(3)
    expect(dialog.getByText('42')).toBeDefined()
  })

  test('links to the builder while the show is open and unscored', async () => {
    fakeApi(
      loggedIn,
      predictionsAre(pickOf(11), pickOf(12), pickOf(13, { score: 42 })),
      showsAre(upcomingShow(11), closedShow(12), scoredShow(13)),
    )
    openPicks()
    const edit = within(await card('Hall 11')).getByRole('link', { name: 'edit' })
    expect(edit.getAttribute('href')).toBe('/prediction/11')
    expect(within(await card('Hall 12')).queryByRole('link', { name: 'edit' })).toBeNull()
    expect(within(await card('Hall 13')).queryByRole('link', { name: 'edit' })).toBeNull()
  })
})

describe('my predictions: show page', () => {
  test('leads to the page of the show and says why it was cancelled', async () => {
    const notice = { kind: 'cancelled', at: '2026-04-17T00:00:00Z', reason: null, from: null } as const
    const cancelled = openShow(11, DAY, { is_open: false, is_cancelled: true, notice })
    fakeApi(loggedIn, predictionsAre(pickOf(11)), showsAre(cancelled))
    openPicks()
    const ticket = within(await card('Hall 11'))
    expect(ticket.getByRole('link', { name: 'Hall 11' }).getAttribute('href')).toBe('/shows/11')
    expect(ticket.getByText('This show is cancelled.')).toBeDefined()
    expect(ticket.getByText('cancelled')).toBeDefined()
  })
})

describe('my predictions: clock of the device', () => {
  test.each([-6, 6])('links to the builder by the clock of the server, %d h off', async (hours) => {
    await onDeviceAhead(hours * 3_600_000, '2026-04-18T12:00:00Z')
    const ofToday = (id: number, locks_at: string) => openShow(id, DAY, { locks_at })
    fakeApi(
      loggedIn,
      predictionsAre(pickOf(11), pickOf(12)),
      showsAre(ofToday(11, '2026-04-18T13:00:00Z'), ofToday(12, '2026-04-18T11:00:00Z')),
    )
    openPicks()
    const open = within(await card('Hall 11'))
    expect(open.getByText('closes in 1 h 0 m')).toBeDefined()
    expect(open.getByRole('link', { name: 'edit' })).toBeDefined()
    expect(within(await card('Hall 12')).queryByRole('link', { name: 'edit' })).toBeNull()
  })
})

describe('my predictions: live score of a pick', () => {
  test('applies live scores without a request', async () => {
    const requests = fakeApi(loggedIn, predictionsAre(pickOf(11)), showsAre(upcomingShow(11)))
    openPicks()
    const ticket = within(await card('Hall 11'))
    expect(ticket.getByRole('link', { name: 'edit' })).toBeDefined()
    const before = requests.length
    act(() => {
      deliver('show:changed', {
        topic: 'show:11',
        from: 1,
        to: 2,
        show: scoredShow(11),
      })
      deliver('score:changed', { showId: 11, predictionId: 111, score: 57, version: 2 })
    })
    expect(await ticket.findByText('57')).toBeDefined()
    expect(await ticket.findByRole('button', { name: 'score' })).toBeDefined()
    expect(ticket.queryByRole('link', { name: 'edit' })).toBeNull()
    expect(requests).toHaveLength(before)

    act(() => deliver('score:changed', { showId: 11, predictionId: 111, score: 61, version: 3 }))
    expect((await ticket.findByText('61')).className).toMatch(/glow/)
  })
})
