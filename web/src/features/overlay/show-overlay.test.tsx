import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import {
  ann,
  loggedIn,
  openShow,
  playedShow,
  predictionOf,
  site,
  visitor,
} from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ShowOverlay } from './show-overlay.tsx'

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

const texts = fake(siteEndpoints.getSite, { ok: site })
const lists = [
  fake(showEndpoints.listUpcomingShows, { ok: { shows: [openShow(2, day(0)), openShow(3, day(2))] } }),
  fake(showEndpoints.listRecentShows, { ok: { shows: [playedShow(1, day(-3))] } }),
]
const picks = (predictions: Prediction[]) =>
  fake(predictionEndpoints.listPredictions, { ok: { predictions } })

beforeEach(() => {
  // No jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  return () => vi.restoreAllMocks()
})

function ToggledOverlay() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
      <button type="button" onClick={() => setIsOpen(false)}>
        close
      </button>
      <ShowOverlay open={isOpen} />
    </>
  )
}

describe('show overlay', () => {
  test('says that the band is playing and that the site is disabled', async () => {
    fakeApi(visitor, texts)
    renderPage(<ShowOverlay open />)
    const overlay = await screen.findByRole('dialog', { name: site.texts.overlayHeadline })
    expect(overlay.textContent).toContain(
      'the site is disabled during the show. Check back later to score your setlist picks!',
    )
  })

  test('locks scrolling and takes the focus until it closes', async () => {
    fakeApi(visitor, texts)
    const { user } = renderPage(<ToggledOverlay />)
    await user.click(screen.getByRole('button', { name: 'open' }))
    expect(await screen.findByRole('dialog')).toHaveProperty('open', true)
    expect(document.documentElement.style.overflow).toBe('hidden')
    expect(document.activeElement?.tagName).toBe('H1')
    fireEvent.click(screen.getByRole('button', { name: 'close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.documentElement.style.overflow).toBe('')
  })

  test('stays open on Escape', async () => {
    fakeApi(visitor, texts)
    renderPage(<ShowOverlay open />)
    const overlay = await screen.findByRole('dialog')
    expect(fireEvent(overlay, new Event('cancel', { cancelable: true }))).toBe(false)
    expect(fireEvent.keyDown(overlay, { key: 'Escape' })).toBe(false)
    if (overlay instanceof HTMLDialogElement) overlay.close()
    await waitFor(() => expect(overlay).toHaveProperty('open', true))
  })
})

describe('picks in the overlay', () => {
  test('shows a visitor the login link', async () => {
    fakeApi(visitor, texts)
    renderPage(<ShowOverlay open />)
    expect(await screen.findByText('Log in to see your setlist prediction displayed here.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
  })

  test('asks a user without picks to check back', async () => {
    fakeApi(loggedIn, texts, picks([]))
    renderPage(<ShowOverlay open />)
    expect(
      await screen.findByText("You don't have any setlist predictions. Check back after the show!"),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'my picks' }).getAttribute('href')).toBe('/my-predictions')
    expect(screen.queryByRole('link', { name: 'admin dashboard' })).toBeNull()
  })

  test('shows show and songs of one pick, without a selector', async () => {
    fakeApi(loggedIn, texts, ...lists, picks([predictionOf(3)]))
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
    fakeApi(loggedIn, texts, ...lists, picks([predictionOf(3), predictionOf(2), predictionOf(1)]))
    const { user } = renderPage(<ShowOverlay open />)
    expect(await screen.findByRole('heading', { name: 'Hall 2' })).toBeDefined()
    const selector = screen.getByRole('combobox', { name: 'your picks for' })
    expect(within(selector).getAllByRole('option')).toHaveLength(3)
    await user.selectOptions(selector, '101')
    expect(screen.getByRole('heading', { name: 'Hall 1' })).toBeDefined()
    expect(screen.getByText('Opener 1')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    let failures = 1
    fakeApi(
      loggedIn,
      texts,
      ...lists,
      fake(predictionEndpoints.listPredictions, () =>
        failures-- > 0 ? { error: 'internal' } : { ok: { predictions: [predictionOf(2)] } },
      ),
    )
    const { user } = renderPage(<ShowOverlay open />)
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('Opener 2')).toBeDefined()
  })

  test('shows an admin the dashboard link', async () => {
    fakeApi(fake(accountEndpoints.getCurrentUser, { ok: { ...ann, is_admin: true } }), texts, picks([]))
    renderPage(<ShowOverlay open />)
    expect((await screen.findByRole('link', { name: 'admin dashboard' })).getAttribute('href')).toBe('/admin')
  })
})
