import type { Show } from '@called-it/shared/contract/shows'
import { openShow, visitor } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { liveShowsAre, overlayIs, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../lib/api/query-keys.ts'
import { Strip } from './strip.tsx'

const LOCK = Date.parse('2026-06-20T23:30:00Z')
const MINUTE = 60_000

const live = (id: number, rest: Partial<Show> = {}) =>
  openShow(id, '2026-06-19', { is_open: false, phase: 'live', ...rest })

type World = { at?: string; tonight?: Show[]; upcoming?: Show[]; isOverlayOn?: boolean }

function openPage({ at = '/leaderboard', tonight = [], upcoming = [], isOverlayOn = false }: World) {
  const requests = fakeApi(
    visitor,
    overlayIs(isOverlayOn),
    liveShowsAre(...tonight),
    upcomingShowsAre(...upcoming),
  )
  return { requests, ...renderPage(<Strip />, { at }) }
}

const linkTarget = () => screen.queryByRole('link')?.getAttribute('href') ?? null

/** Until all lists that decide have loaded. */
async function expectLink(page: ReturnType<typeof openPage>, target: string | null) {
  await waitFor(() => {
    for (const key of [queryKeys.config, queryKeys.liveShows, queryKeys.upcomingShows])
      expect(page.queryClient.getQueryData(key)).toBeDefined()
    expect(linkTarget()).toBe(target)
  })
}

describe('strip: the show on now', () => {
  test.each([
    [
      'leads to the show that the band plays',
      { tonight: [live(1, { phase: 'locked' }), live(2)] },
      '/shows/2',
    ],
    ['stays away from home', { at: '/', tonight: [live(2)] }, null],
    ['stays away from the pages of its show', { at: '/shows/2/proof', tonight: [live(2)] }, null],
    ['stays away while the overlay covers the show', { isOverlayOn: true, tonight: [live(1)] }, null],
    [
      'leads to a show that the overlay leaves open',
      { isOverlayOn: true, tonight: [live(1), live(2, { overlay: 'live' })] },
      '/shows/2',
    ],
  ] satisfies [string, World, string | null][])('decides that it %s', async (_, world, target) => {
    await expectLink(openPage(world), target)
  })

  test('asks for the shows only when the browser is idle', async () => {
    let run: () => void = () => {}
    vi.stubGlobal('requestIdleCallback', (task: () => void) => {
      run = task
    })
    const { requests } = openPage({ tonight: [live(2)] })
    await waitFor(() => expect(requests).toContain('GET /api/admin/config'))
    expect(requests).not.toContain('GET /api/shows/live')
    run()
    expect(await screen.findByRole('link')).toBeDefined()
  })
})

describe('strip: the last hour before the lock', () => {
  const upcoming = [openShow(1, '2026-06-20'), openShow(2, '2026-06-21')]

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  })

  test('begins one hour before it and counts down', async () => {
    vi.setSystemTime(LOCK - 60 * MINUTE - 5_000)
    await expectLink(openPage({ upcoming }), null)
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    const link = await screen.findByRole('link', { name: /^picks close in 59:[345]\d/ })
    await waitFor(() => expect(link.getAttribute('href')).toBe('/shows/1'))
    expect(link.closest('[aria-live], [role="status"], [role="alert"]')).toBeNull()
    const before = link.textContent
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(link.textContent).not.toBe(before)
  })

  test('gives way to a show that is on', async () => {
    vi.setSystemTime(LOCK - 30 * MINUTE)
    await expectLink(openPage({ upcoming, tonight: [live(3)] }), '/shows/3')
  })

  test('ends at the lock', async () => {
    // The clock runs on while the page loads.
    vi.setSystemTime(LOCK - 30_000)
    openPage({ upcoming })
    await screen.findByText(/^0:[12]\d$/)
    // In steps, because each second's timer is set after the one before has rendered.
    for (let second = 0; second < 30; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
