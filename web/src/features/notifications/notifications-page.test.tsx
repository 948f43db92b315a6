import { type Notification, notificationEndpoints } from '@called-it/shared/contract/notifications'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { deliver } from '../../lib/events/deliver.ts'
import { NotificationsPage } from './notifications-page.tsx'

const { listNotifications, markRead } = notificationEndpoints
const show = { id: 12, date: '2026-07-04', venue: 'The Barn' }
const final: Notification = {
  ...{ id: 30, kind: 'final-score', at: '2026-07-05T04:00:00Z', is_read: false, show },
  content: { players: 40, total: 34, rank: 3 },
}
const moved: Notification = {
  ...{ id: 20, kind: 'lock-moved', at: '2026-07-03T04:00:00Z', is_read: true, show },
  content: { from: null, to: '2026-07-04T23:30:00Z' },
}
const notice: Notification = {
  ...{ id: 10, kind: 'admin-notice', at: '2026-07-01T04:00:00Z', is_read: false, show: null },
  content: { text: 'The site moves on Monday.' },
}
const newer: Notification = { ...final, id: 29, kind: 'of-a-newer-release' }
const odd: Notification = { ...final, id: 28, content: { players: 'many' } }

/** The server's list, changed by the tests. */
let listed: Notification[]
const PAGE = 5
const unreadOf = () => listed.filter(({ is_read }) => !is_read).length

const listing = fake(listNotifications, ({ query }) => {
  const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
  const rest = listed.filter(({ id }) => id < before)
  const notifications = rest.slice(0, PAGE)
  return {
    ok: { notifications, unread: unreadOf(), next: rest[PAGE] ? (notifications.at(-1)?.id ?? null) : null },
  }
})
const marking = () => fake(markRead, { ok: { unread: 0, version: 7 } })

function openPage(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(...routes, listing)
  return {
    requests,
    ...renderPage(<NotificationsPage />, { at: '/notifications', pattern: '/notifications' }),
  }
}

const section = (name: string) => screen.findByRole('region', { name })
const cards = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')

describe('notifications page', () => {
  beforeEach(() => {
    listed = [final, moved, notice]
  })

  test('shows a card per show and day, its newest sentence first', async () => {
    const night = { ...final, is_read: true }
    listed = [
      final,
      { ...night, id: 29, kind: 'you-lead', at: '2026-07-05T03:15:00Z', content: { total: 28 } },
      { ...night, id: 28, kind: 'first-song', at: '2026-07-05T01:41:00Z', content: { song: 'Ghost' } },
      moved,
      notice,
    ]
    openPage(marking())
    const [newest, note, change] = await cards()
    expect(newest).toMatch(/^The BarnJul 434 points, #3 of 40first song .* · you led /)
    expect(change).toMatch(/^The BarnJul 4Picks close at a new timenow .* your time\./)
    expect(note).toMatch(/^A note from the admins.*The site moves on Monday\.$/)
    const links = screen.getAllByRole('link', { name: /The Barn/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/prediction/12/score', '/prediction/12'])
  })

  test.each([
    ['the winner', { players: 41, total: 46, rank: 1 }, 'You won the night! 46 points, #1 of 41'],
    ['others', { players: 32, total: 24, rank: 3 }, '24 points, #3 of 32'],
    ['a night without points', { players: 2, total: 0, rank: 1 }, '0 points, #1 of 2'],
  ])('says the final score to %s', async (_who, content, sentence) => {
    listed = [{ ...final, content }]
    openPage(marking())
    expect(await screen.findByRole('heading', { level: 3, name: sentence })).toBeTruthy()
  })

  test('leaves out kinds and contents of a newer release', async () => {
    listed = [newer, odd, moved]
    openPage(marking())
    expect(await cards()).toHaveLength(1)
  })

  test('counts what it shows as seen, and keeps it under new', async () => {
    const marked = fake(markRead, () => {
      listed = listed.map((notification) => ({ ...notification, is_read: true }))
      return { ok: { unread: 0, version: 7 } }
    })
    const { queryClient } = openPage(marked)
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.unread)).toEqual({ unread: 0, version: 7 }))
    expect(marked.bodies).toEqual([{ until: 30 }])
    act(() => deliver('notifications:read', {}))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(within(await section('new')).getAllByRole('listitem')).toHaveLength(2)
    expect(within(await section('earlier')).getAllByRole('listitem')).toHaveLength(1)
    expect(marked.bodies).toHaveLength(1)
  })

  test('marks nothing while the page is hidden', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const marked = marking()
    openPage(marked)
    expect(await cards()).toHaveLength(3)
    expect(marked.bodies).toEqual([])
  })

  test('loads further ones, and new ones when they arrive', async () => {
    const older = [5, 4, 3].map((id) => ({ ...moved, id, at: `2026-06-1${id}T12:00:00Z` }))
    listed = [final, moved, notice, ...older]
    const { user } = openPage(marking())
    await user.click(await screen.findByRole('button', { name: 'show more' }))
    await waitFor(async () => expect(await cards()).toHaveLength(6))
    expect(screen.queryByRole('button', { name: 'show more' })).toBeNull()
    listed = [{ ...final, id: 31, content: { players: 40, total: 1, rank: 9 } }, ...listed]
    vi.spyOn(Math, 'random').mockReturnValue(0)
    act(() => deliver('notifications:changed', { topic: 'notifications', from: 0, to: 8, unread: 3 }))
    expect(await screen.findByRole('heading', { level: 3, name: '1 point, #9 of 40' })).toBeTruthy()
  })

  test('says what will be listed while there is none', async () => {
    listed = []
    openPage()
    expect(await screen.findByText('nothing yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'notification settings' }).getAttribute('href')).toBe(
      '/notifications/settings',
    )
  })

  test('retries when the list could not be loaded', async () => {
    const { user } = openPage(
      failOnce(listNotifications, { ok: { notifications: [moved], unread: 0, next: null } }),
    )
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await cards()).toHaveLength(1)
  })
})
