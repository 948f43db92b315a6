import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { site } from '@called-it/tests/support/web/home-factories'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { deliver } from '../lib/live/deliver.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { Shell } from './shell.tsx'
import '../features/overlay/show-overlay.tsx'

function renderShell(at: string, siteOverlayEnabled: boolean) {
  fakeApi(
    fake(siteEndpoints.getSite, { ok: site }),
    fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: true, siteOverlayEnabled, version: 1 } },
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route element={<Shell />}>
            <Route path="/login" element={<Link to="/">go on</Link>} />
            <Route path="*" element={<input aria-label="a draft" />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const frame = () => screen.getByRole('main', { hidden: true }).parentElement
const switchOverlay = (siteOverlayEnabled: boolean, to: number) =>
  act(() =>
    deliver('config:changed', {
      topic: 'settings',
      from: 0,
      to,
      config: { testModeEnabled: true, siteOverlayEnabled },
    }),
  )

describe('site overlay', () => {
  test('covers the page at once and keeps its state', async () => {
    renderShell('/', false)
    const draft = await screen.findByLabelText('a draft')
    if (draft instanceof HTMLInputElement) draft.value = 'half a setlist'
    await screen.findByText(/not affiliated/)
    expect(screen.queryByRole('dialog')).toBeNull()

    await waitFor(() => {
      switchOverlay(true, 2)
      expect(screen.getByRole('dialog', { name: site.texts.overlayHeadline })).toBeDefined()
    })
    expect(frame()?.hasAttribute('inert')).toBe(true)

    switchOverlay(false, 3)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(frame()?.hasAttribute('inert')).toBe(false)
    expect(screen.getByLabelText('a draft')).toHaveProperty('value', 'half a setlist')
  })

  test('covers an unknown path', async () => {
    renderShell('/nowhere', true)
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  test('leaves the login page open', async () => {
    renderShell('/login', true)
    const onwards = await screen.findByRole('link', { name: 'go on' })
    await waitFor(() => expect(frame()?.hasAttribute('inert')).toBe(false))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => onwards.click())
    expect(await screen.findByRole('dialog')).toBeDefined()
  })
})
