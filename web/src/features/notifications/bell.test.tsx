import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { stubNavigator } from '@called-it/tests/support/web/fake-push'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { deliver } from '../../lib/events/deliver.ts'
import { Bell } from './bell.tsx'

function renderBell(unread: number) {
  const server = { unread, version: 4 }
  fakeApi(fake(notificationEndpoints.countUnread, () => ({ ok: { ...server } })))
  return { server, ...renderPage(<Bell />) }
}

const bell = (name: string) => screen.findByRole('link', { name })
const change = (to: number, unread: number) =>
  act(() => deliver('notifications:changed', { topic: 'notifications', from: 0, to, unread }))

describe('bell', () => {
  test.each([
    [0, 'notifications', ''],
    [3, 'notifications, 3 unread', '3'],
    [120, 'notifications, 99+ unread', '99+'],
  ])('links to the notifications with %i unread', async (unread, name, shown) => {
    renderBell(unread)
    const link = await bell(name)
    expect(link.textContent).toBe(shown)
    expect(link.getAttribute('href')).toBe('/notifications')
  })

  test('shows the count of a newer event, and none of an older one', async () => {
    const { queryClient } = renderBell(3)
    await bell('notifications, 3 unread')
    change(6, 5)
    await bell('notifications, 5 unread')
    change(5, 9)
    expect(queryClient.getQueryData(queryKeys.unread)).toEqual({ unread: 5, version: 6 })
  })

  test('puts the count on the icon of the installed page', async () => {
    const setAppBadge = vi.fn(async () => {})
    stubNavigator({ setAppBadge })
    renderBell(3)
    await bell('notifications, 3 unread')
    change(6, 0)
    await bell('notifications')
    expect(setAppBadge.mock.calls).toEqual([[3], [0]])
  })

  test.each([
    ['the page gets the focus', () => void window.dispatchEvent(new Event('visibilitychange'))],
    ['another page has marked some as read', () => deliver('notifications:read', {})],
  ])('refetches the count when %s', async (_, happen) => {
    const { server } = renderBell(3)
    await bell('notifications, 3 unread')
    server.unread = 0
    act(happen)
    expect(await bell('notifications')).toBeTruthy()
  })
})
