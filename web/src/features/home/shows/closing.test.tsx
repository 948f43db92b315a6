import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { onDeviceAhead } from '@called-it/tests/support/web/device-clock'
import { loggedIn, openShow } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { liveShowsAre, predictionsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { deliver } from '../../../lib/events/deliver.ts'
import { BuilderPanel } from '../builder/builder-panel.tsx'
import { useDraftStore } from '../builder/draft-store.ts'
import { UpcomingShows } from './upcoming-shows.tsx'

const HOUR = 3_600_000
const LOCK = Date.parse('2026-06-20T23:30:00Z')
const show = openShow(1, '2026-06-20', { starts_at: '2026-06-20T23:30:00Z', utc_offset: -240 })
const next = openShow(2, '2026-06-21')

/** The server drops a show from its list at its lock. */
const upcoming = fake(showEndpoints.listUpcomingShows, () => ({
  ok: {
    shows: [show, next].filter(({ locks_at }) => serverNow() < Date.parse(locks_at)),
  },
}))

async function openHome(changed: Partial<Show> = {}, ...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    loggedIn,
    upcoming,
    liveShowsAre(),
    fake(showEndpoints.getShow, { ok: { ...show, ...changed } }),
    predictionsAre(),
  )
  renderPage(
    <>
      <UpcomingShows selectedShowId={1} />
      <BuilderPanel showId={1} />
    </>,
  )
  await screen.findByRole('button', { name: 'submit setlist' })
  return requests
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('home: closing of picks', () => {
  test.each([-6 * HOUR, 0, 6 * HOUR])(
    'closes by the clock of the server on a device that is %d ms ahead',
    async (ahead) => {
      await onDeviceAhead(ahead, LOCK - HOUR)
      vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-9 * 60)
      await openHome()
      expect(await screen.findAllByText('picks close in 1 h 0 m')).toHaveLength(2)
      expect(
        screen.getAllByText('Sat, June 20 · 7:30 PM at the venue (your time Sun 8:30 AM)').length,
      ).toBeGreaterThan(0)
      expect(screen.queryByText(/yours stay/)).toBeNull()
    },
  )

  test('moves the show at its lock and keeps what was built', async () => {
    vi.setSystemTime(LOCK - 5_000)
    await openHome()
    await screen.findByText('1 / 2')
    act(() =>
      useDraftStore.getState().change(1, (slots) => ({
        ...slots,
        set1: [{ id: 1, name: 'Lantern Season' }, ...slots.set1.slice(1)],
      })),
    )
    // Nothing below moves where its place is taken.
    const countdown = screen.getAllByText(/picks close in/).at(-1)?.parentElement
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    const closed = await screen.findByText(/picks are closed, yours stay/)
    expect(countdown?.contains(closed)).toBe(true)
    expect(screen.getByText('Lantern Season')).toBeDefined()
    expect(screen.getByRole('button', { name: 'submit setlist' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'pick setlist' })).not.toBeNull())
    expect(await screen.findByRole('article', { name: /Hall 2/ })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('article', { name: /Hall 1/ })).toBeNull())
  })

  test('speaks of no picks to who has none at the lock', async () => {
    vi.setSystemTime(LOCK - 5_000)
    useDraftStore.getState().discard(1)
    await openHome()
    await screen.findByText('1 / 2')
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(await screen.findByText(/picks are closed/)).toBeDefined()
    expect(screen.queryByText(/yours stay/)).toBeNull()
  })

  test('waits before it asks again for a list that still has a closed show', async () => {
    // The opening takes part of it on a slow machine.
    vi.setSystemTime(LOCK - 20_000)
    const requests = await openHome({}, upcomingShowsAre(show))
    const lists = () => requests.filter((request) => request.endsWith('/upcoming')).length
    await act(() => vi.advanceTimersByTimeAsync(20_500))
    await waitFor(() => expect(lists()).toBe(2))
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(lists()).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    await waitFor(() => expect(lists()).toBe(3))
  })
})

describe('home: times of a show', () => {
  test('says that picks may close early where the time zone is unknown', async () => {
    vi.setSystemTime(LOCK - HOUR)
    await openHome({ time_source: 'unknown', time_zone: null, starts_at: null, utc_offset: null })
    expect(
      await screen.findByText("The venue's time zone is not known: picks may close early."),
    ).toBeDefined()
  })

  test('says on ticket and builder why picks were closed, as soon as it happens', async () => {
    vi.setSystemTime(LOCK - HOUR)
    await openHome()
    await screen.findAllByText('picks close in 1 h 0 m')
    const notice = { kind: 'lock-moved', at: '2026-06-20T22:30:00Z', reason: null, from: null } as const
    act(() =>
      deliver('show:changed', { topic: 'show:1', from: 1, to: 2, show: { ...show, notice, version: 2 } }),
    )
    await waitFor(() => expect(screen.getAllByText(/This show has changed/)).toHaveLength(2))
  })
})
