import { openShow } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NextLock } from './next-lock.tsx'

const LOCK = Date.parse('2026-06-20T23:30:00Z')
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fakeApi(upcomingShowsAre(openShow(1, '2026-06-20'), openShow(2, '2026-06-21')))
})

describe('header: countdown', () => {
  test('begins one hour before the next lock and leads to the builder', async () => {
    vi.setSystemTime(LOCK - 60 * MINUTE - 5_000)
    const { queryClient } = renderPage(<NextLock />)
    await vi.waitFor(() => expect(queryClient.getQueryData(['shows', 'upcoming'])).toBeDefined())
    expect(screen.queryByRole('link')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    const link = await screen.findByRole('link', { name: /^picks close in 59:[345]\d$/ })
    expect(link.getAttribute('href')).toBe('/prediction/1')
    expect(link.closest('[aria-live], [role="status"], [role="alert"]')).toBeNull()
    const before = link.textContent
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(link.textContent).not.toBe(before)
  })

  test('ends at the lock', async () => {
    // The clock runs on while the page loads.
    vi.setSystemTime(LOCK - 30_000)
    renderPage(<NextLock />)
    await screen.findByText(/^0:[12]\d$/)
    // In steps, because each second's timer is set after the one before has rendered.
    for (let second = 0; second < 30; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
