import { openShow, playedShow } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShowMore } from './show-more.tsx'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

function openMore(show: Parameters<typeof ShowMore>[0]['show'], { isPhone = false, isLive = false } = {}) {
  fakeApi(toursAre())
  vi.stubGlobal('matchMedia', () => ({
    matches: isPhone,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  return renderPage(<ShowMore show={show} isLive={isLive} />, { at: '/', pattern: '/' })
}

test.each([
  [
    'a scored show',
    playedShow(5, '2026-06-20', { tour_id: 3 }),
    ['replay', 'practice', 'season', 'proof of the picks', 'add to calendar', 'calendar file', 'feed'],
  ],
  ['an open show', openShow(5, '2026-06-20', { tour_id: null }), ['add to calendar', 'calendar file', 'feed']],
])('offers in a menu what %s has', async (_, show, labels) => {
  const { user } = openMore(show)
  await user.click(screen.getByRole('button', { name: 'more' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual([...labels, 'embed this board'])
})

test('offers the same on a phone in a sheet, and keeps the screen on after it is closed', async () => {
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const show = openShow(5, '2026-06-20', { is_open: false, phase: 'live', tour_id: 3 })
  const { user, unmount } = openMore(show, { isPhone: true, isLive: true })
  await user.click(screen.getByRole('button', { name: 'more' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Hall 5' }))
  const targets = sheet.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(targets).toEqual([
    '/tours/3/season',
    '/shows/5/proof',
    `webcal://${location.host}/calendar.ics?tour=3`,
    '/calendar.ics?tour=3',
    '/feed.atom',
  ])
  await user.click(sheet.getByRole('switch', { name: 'keep the screen on' }))
  await user.click(sheet.getByRole('button', { name: 'close' }))
  expect(request).toHaveBeenCalledTimes(1)
  expect(release).not.toHaveBeenCalled()
  // Browsers release it when the page is hidden.
  for (const state of ['hidden', 'visible'] as const) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  await vi.waitFor(() => expect(release).toHaveBeenCalled())
})
