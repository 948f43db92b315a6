import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { POINTS } from '@called-it/shared/game/points'
import { onDeviceAhead } from '@called-it/tests/support/web/device-clock'
import {
  loggedIn,
  openShow,
  playedShow,
  predictionOf,
  site,
  visitor,
} from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance, liveShowOf, liveStep } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import {
  liveShowsAre,
  predictionsAre,
  recentShowsAre,
  upcomingShowsAre,
} from '@called-it/tests/support/web/routes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { ShowOverlay } from './show-overlay.tsx'

const { correctSpecial: SPECIAL } = POINTS

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

const texts = fake(siteEndpoints.getSite, { ok: site })
const lists = [
  upcomingShowsAre(openShow(2, day(0)), openShow(3, day(2))),
  recentShowsAre(playedShow(1, day(-3))),
]
const picks = (predictions: Prediction[]) => predictionsAre(...predictions)

beforeEach(() => {
  // No jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('overlay', () => {
  test('takes the focus and stays open on Escape', async () => {
    fakeApi(visitor, texts, liveShowsAre())
    renderPage(<ShowOverlay open />)
    const overlay = await screen.findByRole('dialog')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(fireEvent(overlay, new Event('cancel', { cancelable: true }))).toBe(false)
    expect(fireEvent.keyDown(overlay, { key: 'Escape' })).toBe(false)
    if (overlay instanceof HTMLDialogElement) overlay.close()
    await waitFor(() => expect(overlay).toHaveProperty('open', true))
  })
})

describe('overlay: picks', () => {
  test('asks a user without picks to check back', async () => {
    fakeApi(loggedIn, texts, liveShowsAre(), picks([]))
    renderPage(<ShowOverlay open />)
    expect(
      await screen.findByText("You don't have any setlist predictions. Check back after the show!"),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'my picks' }).getAttribute('href')).toBe('/my-predictions')
    expect(screen.queryByRole('link', { name: 'admin dashboard' })).toBeNull()
  })

  test('shows show and songs of one pick, without a selector', async () => {
    fakeApi(loggedIn, texts, liveShowsAre(), ...lists, picks([predictionOf(3)]))
    renderPage(<ShowOverlay open />)
    const region = within(await screen.findByRole('region', { name: 'your picks' }))
    expect(region.getByRole('heading', { name: 'Hall 3' })).toBeDefined()
    expect(region.getByText('Opener 3')).toBeDefined()
    // Positions score: the second slot keeps its number.
    expect(region.getByText('Jam 3').closest('li')).toHaveProperty('value', 2)
    expect(region.getByText('Lullaby 3')).toBeDefined()
    expect(region.queryByRole('combobox')).toBeNull()
  })

  test('selects the pick of today first and offers the others', async () => {
    fakeApi(
      loggedIn,
      texts,
      liveShowsAre(),
      ...lists,
      picks([predictionOf(3), predictionOf(2), predictionOf(1)]),
    )
    const { user } = renderPage(<ShowOverlay open />)
    expect(await screen.findByRole('heading', { name: 'Hall 2' })).toBeDefined()
    const selector = screen.getByRole('combobox', { name: 'your picks for' })
    expect(within(selector).getAllByRole('option')).toHaveLength(3)
    await user.selectOptions(selector, '101')
    expect(screen.getByRole('heading', { name: 'Hall 1' })).toBeDefined()
    expect(screen.getByText('Opener 1')).toBeDefined()
  })

  test.each([-6, 0, 6])(
    "selects the pick of tonight's show on a device that is %d h ahead",
    async (hours) => {
      // Two hours before it stops being tonight's.
      await onDeviceAhead(hours * 3_600_000, '2026-04-18T10:00:00Z')
      const shows = [openShow(2, '2026-04-17', { is_open: false }), openShow(3, '2026-04-18')]
      fakeApi(
        loggedIn,
        texts,
        liveShowsAre(),
        upcomingShowsAre(...shows),
        recentShowsAre(),
        picks([predictionOf(3), predictionOf(2)]),
      )
      renderPage(<ShowOverlay open />)
      expect(await screen.findByRole('heading', { name: 'Hall 2' })).toBeDefined()
    },
  )

  test('recovers from a failed request by try again', async () => {
    const route = failOnce(predictionEndpoints.listPredictions, { ok: { predictions: [predictionOf(2)] } })
    fakeApi(loggedIn, texts, liveShowsAre(), ...lists, route)
    const { user } = renderPage(<ShowOverlay open />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('Opener 2')).toBeDefined()
  })
})

describe('overlay: live', () => {
  const show = (overlay: Show['overlay']) =>
    openShow(2, day(0), { overlay, is_open: false, phase: 'live', locks_at: new Date(0).toISOString() })
  const board = fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() })
  const link = () => screen.queryByRole('link', { name: 'see Hall 2 live' })

  test('fills the card in while the band plays, and links to the show', async () => {
    fakeApi(loggedIn, texts, ...lists, liveShowsAre(show('live')), board, picks([predictionOf(2)]))
    renderPage(<ShowOverlay open />)
    const standing = async () => (await screen.findByText(/^live/)).closest('p')?.textContent
    await waitFor(async () =>
      expect(await standing()).toBe(`${SPECIAL} points, #1 of 3 live · set 1, song 1`),
    )
    expect(screen.getByText('Opener 2').closest('li')?.textContent).toContain(`+${SPECIAL}`)
    expect(link()?.getAttribute('href')).toBe('/shows/2')
    expect(screen.getAllByRole('link')[0]).toBe(link())
    expect(screen.queryByText(/the site is disabled/)).toBeNull()
    const changed = [livePerformance(2, 'set1', 2, 2)]
    act(() => deliver('live:changed', liveStep(2, { changed, songs: 2 })))
    expect(await screen.findByText('live · set 1, song 2')).toBeDefined()
    expect(screen.getByText('Jam 2').closest('li')?.textContent).toContain('+3')
  })

  test('shows only the picks where the overlay of the show is closed', async () => {
    const requests = fakeApi(
      loggedIn,
      texts,
      ...lists,
      liveShowsAre(show('closed')),
      picks([predictionOf(2)]),
    )
    renderPage(<ShowOverlay open />)
    expect(await screen.findByText('Opener 2')).toBeDefined()
    await waitFor(() => expect(requests).toContain('GET /api/shows/live'))
    expect(link()).toBeNull()
    expect(screen.getByText(/the site is disabled/)).toBeDefined()
  })

  test('links a visitor to a live show', async () => {
    fakeApi(visitor, texts, liveShowsAre(show('live')))
    renderPage(<ShowOverlay open />)
    await waitFor(() => expect(link()).not.toBeNull())
    expect(screen.getAllByRole('link')[0]).toBe(link())
    expect(screen.queryByText(/the site is disabled/)).toBeNull()
  })
})
