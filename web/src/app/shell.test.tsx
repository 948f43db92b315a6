import { SWITCHES_ELEMENT_ID } from '@called-it/shared/contract/served-page'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { openShow, site, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { liveShowsAre, overlayIs } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deliver } from '../lib/events/deliver.ts'
import { loadServedOverlay, Shell } from './shell.tsx'
import '../features/overlay/show-overlay.tsx'

function renderShell(at = '/', isOn = false, shows: Show[] = []) {
  fakeApi(
    liveShowsAre(...shows),
    fake(showEndpoints.getShow, () => ({ ok: shows[0] ?? openShow(1, '2026-04-17') })),
    fake(siteEndpoints.getSite, { ok: site }),
    visitor,
    overlayIs(isOn),
  )
  renderPage(
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<input aria-label="a draft" />} />
        <Route path="shows/:showId/*" element={<p>page of the show</p>} />
      </Route>
    </Routes>,
    { at },
  )
}

const frame = () => screen.getByRole('main', { hidden: true }).parentElement
const switchOverlay = (siteOverlayEnabled: boolean, to: number) =>
  act(() => {
    const config = { testModeEnabled: true, siteOverlayEnabled }
    deliver('config:changed', { topic: 'settings', from: 0, to, config })
  })

/** The switches in the page, as the gateway serves it. */
function serveSwitches(siteOverlayEnabled: boolean) {
  const served = document.createElement('script')
  served.id = SWITCHES_ELEMENT_ID
  served.type = 'application/json'
  served.text = JSON.stringify({ config: { testModeEnabled: true, siteOverlayEnabled, version: 1 } })
  document.body.append(served)
  onTestFinished(() => served.remove())
}

describe('overlay: above the page', () => {
  test('covers the first view of a page that was served while it was on', async () => {
    serveSwitches(true)
    await loadServedOverlay()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    renderShell()
    expect(screen.getByRole('dialog', { name: /playing right now/ }).dataset.instant).toBe('true')
    // It was lifted meanwhile, which a page without a live connection asks for after five seconds.
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('covers the page at once and keeps its state', async () => {
    renderShell()
    const draft = await screen.findByLabelText('a draft')
    if (draft instanceof HTMLInputElement) draft.value = 'half a setlist'
    await screen.findByText(/not affiliated/)
    expect(screen.queryByRole('dialog')).toBeNull()

    await waitFor(() => {
      switchOverlay(true, 2)
      const overlay = screen.getByRole('dialog', { name: site.texts.overlayHeadline })
      expect(overlay.dataset.instant).toBeUndefined()
    })
    expect(frame()?.hasAttribute('inert')).toBe(true)

    switchOverlay(false, 3)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(frame()?.hasAttribute('inert')).toBe(false)
    expect(screen.getByLabelText('a draft')).toHaveProperty('value', 'half a setlist')
  })
})

describe('overlay of a show', () => {
  const show = (overlay: Show['overlay']) => openShow(3, '2026-04-17', { overlay, version: 2 })
  const page = () => screen.queryByText('page of the show')
  const cover = () => screen.queryByRole('dialog', { name: site.texts.overlayHeadline })

  test('covers the pages where it is closed, before they are seen', async () => {
    serveSwitches(true)
    renderShell('/shows/3', true, [show('closed')])
    expect(page()).toBeNull()
    await waitFor(() => expect(cover()).not.toBeNull())
  })

  test.each(['/shows/3', '/shows/3/proof'])(
    'leaves %s open where it is live, until that changes',
    async (at) => {
      serveSwitches(true)
      renderShell(at, true, [show('live')])
      await waitFor(() => expect(page()).not.toBeNull())
      expect(cover()).toBeNull()
      const closed = { ...show('closed'), version: 3 }
      act(() => deliver('show:changed', { topic: 'show:3', from: 2, to: 3, show: closed }))
      await waitFor(() => expect(cover()).not.toBeNull())
    },
  )
})
