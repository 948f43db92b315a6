import type { Show } from '@called-it/shared/contract/shows'
import { openShow } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { liveShowsAre, overlayIs } from '@called-it/tests/support/web/routes'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../lib/api/query-keys.ts'
import { LiveLink } from './live-link.tsx'

const live = (id: number, rest: Partial<Show> = {}) =>
  openShow(id, '2026-04-17', { is_open: false, phase: 'live', ...rest })

function openHeader(siteOverlayEnabled: boolean, ...shows: Show[]) {
  const requests = fakeApi(overlayIs(siteOverlayEnabled), liveShowsAre(...shows))
  return { requests, ...renderPage(<LiveLink />) }
}

describe('header: live show', () => {
  test('links to the show that the band plays', async () => {
    openHeader(false, live(1, { phase: 'locked' }), live(2))
    const link = await screen.findByRole('link', { name: 'live show: Hall 2' })
    expect(link.getAttribute('href')).toBe('/shows/2')
  })

  test.each([
    ['no show that the overlay covers', [live(1)], null],
    ['the show that the overlay leaves open', [live(1), live(2, { overlay: 'live' })], '/shows/2'],
  ])('links to %s', async (_, shows, path) => {
    const { queryClient } = openHeader(true, ...shows)
    await waitFor(() => {
      for (const key of [queryKeys.config, queryKeys.liveShows])
        expect(queryClient.getQueryData(key)).toBeDefined()
      expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(path)
    })
  })

  test('asks for the shows only when the browser is idle', async () => {
    let run: () => void = () => {}
    vi.stubGlobal('requestIdleCallback', (task: () => void) => {
      run = task
    })
    const { requests } = openHeader(false, live(2))
    await waitFor(() => expect(requests).toContain('GET /api/admin/config'))
    expect(requests).not.toContain('GET /api/shows/live')
    run()
    expect(await screen.findByRole('link')).toBeDefined()
  })
})
