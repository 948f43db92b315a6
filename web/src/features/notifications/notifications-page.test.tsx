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
const PAGE = 3
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

const rows = async () =>
  within(await screen.findByRole('list', { name: 'notifications' })).getAllByRole('listitem')
const titles = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim())

describe('notifications page', () => {
  beforeEach(() => {
    listed = [final, moved, notice]
  })

  test('lists them with text, link and a word for the unread', async () => {
    openPage()
    const [first, second, third] = await rows()
    const link = within(first ?? document.body).getByRole('link', { name: /^Final: 34 points new/ })
    expect(link.getAttribute('href')).toBe('/prediction/12/score')
    expect(first?.textContent).toContain('The Barn, Jul 4: rank 3 of 40.')
    expect(second?.textContent).toMatch(
      /^Picks close at another time The Barn, Jul 4: they close .* your time\./,
    )
    expect(third?.textContent).toContain('The site moves on Monday.')
    expect(third?.querySelector('a')).toBeNull()
  })

  test('leaves out kinds and contents of a newer release', async () => {
    listed = [newer, odd, moved]
    openPage()
    expect(await rows()).toHaveLength(1)
  })

  test('marks the one as read that is opened', async () => {
    const marked = marking()
    const { user, address, queryClient } = openPage(marked)
    await user.click(await screen.findByRole('link', { name: /^Final/ }))
    expect(address()).toBe('/prediction/12/score')
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.unread)).toEqual({ unread: 0, version: 7 }))
    expect(marked.bodies).toEqual([{ id: 30 }])
  })

  test('marks all as read up to the newest one that is shown', async () => {
    const marked = marking()
    const { user } = openPage(marked)
    await rows()
    expect(screen.getAllByText('new')).toHaveLength(2)
    listed = [{ ...final, id: 31 }, ...listed]
    await user.click(screen.getByRole('button', { name: 'mark all as read' }))
    await waitFor(() => expect(screen.queryByText('new')).toBeNull())
    expect(marked.bodies).toEqual([{ until: 30 }])
    await user.click(screen.getByRole('button', { name: 'mark all as read' }))
    expect(marked.bodies).toHaveLength(1)
  })

  test('marks a notice without a link as read by its button', async () => {
    const marked = marking()
    const { user } = openPage(marked)
    await user.click(await screen.findByRole('button', { name: 'mark as read' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'mark as read' })).toBeNull())
    expect(marked.bodies).toEqual([{ id: 10 }])
    expect(screen.getAllByText('new')).toHaveLength(1)
    expect(document.activeElement?.textContent).toContain('The site moves on Monday.')
    expect(document.activeElement?.textContent).not.toContain('Final')
  })

  test.each(['mark all as read', 'mark as read'])('says why nothing was marked: %s', async (name) => {
    const { user } = openPage(fake(markRead, { error: 'too_many_requests' }))
    await rows()
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('Not marked as read')).toBeTruthy()
    expect(screen.getAllByText('new')).toHaveLength(2)
  })

  test('loads further ones, and new ones when they arrive', async () => {
    listed = [final, moved, notice, { ...moved, id: 5 }]
    const { user } = openPage()
    await user.click(await screen.findByRole('button', { name: 'show more notifications' }))
    await waitFor(async () => expect(await rows()).toHaveLength(4))
    expect(screen.queryByRole('button', { name: 'show more notifications' })).toBeNull()
    listed = [{ ...final, id: 31, content: { players: 40, total: 1, rank: 9 } }, ...listed]
    vi.spyOn(Math, 'random').mockReturnValue(0)
    act(() => deliver('notifications:changed', { topic: 'notifications', from: 0, to: 8, unread: 3 }))
    await waitFor(() => expect(titles()).toHaveLength(5))
    expect(titles()[0]).toBe('Final: 1 point new')
  })

  test('shows what another page has marked as read', async () => {
    openPage()
    await rows()
    listed = listed.map((notification) => ({ ...notification, is_read: true }))
    act(() => deliver('notifications:read', {}))
    await waitFor(() => expect(screen.queryByText('new')).toBeNull())
  })

  test('says what will be listed while there is none', async () => {
    listed = []
    openPage()
    expect(await screen.findByText('nothing yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'mark all as read' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('retries when the list could not be loaded', async () => {
    const { user } = openPage(
      failOnce(listNotifications, { ok: { notifications: [moved], unread: 0, next: null } }),
    )
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await rows()).toHaveLength(1)
  })
})
