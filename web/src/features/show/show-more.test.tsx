import type { Show } from '@called-it/shared/contract/shows'
import { openShow, playedShow } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShowMore } from './show-more.tsx'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

/** As a browser does by a click on the button. */
function openMore(show: Show, isLive = false) {
  fakeApi(toursAre())
  const page = renderPage(<ShowMore show={show} isLive={isLive} />, { at: '/', pattern: '/' })
  const more = screen.getByRole('region', { name: 'more' })
  expect(screen.getByRole('button', { name: 'more' }).getAttribute('popovertarget')).toBe(more.id)
  expect(within(more).queryByRole('link')).toBeNull()
  fireEvent(more, Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  return { ...page, more: within(more) }
}

const own = '/shows/5'
const outside = [`webcal://${location.host}/calendar.ics`, '/calendar.ics', '/feed.atom']

test.each<[string, Show, string[]]>([
  [
    'a scored show',
    playedShow(5, '2026-06-20', { tour_id: null }),
    [`${own}/replay`, `${own}/practice`, `${own}/proof`, ...outside],
  ],
  ['an open show', openShow(5, '2026-06-20', { tour_id: null }), outside],
  [
    'a running show of a tour',
    openShow(5, '2026-06-20', { is_open: false, tour_id: 3 }),
    [
      '/tours/3',
      `${own}/proof`,
      `webcal://${location.host}/calendar.ics?tour=3`,
      '/calendar.ics?tour=3',
      '/feed.atom',
    ],
  ],
])('offers what there is of %s', (_, show, targets) => {
  const { more } = openMore(show)
  expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(targets)
})

test('copies a frame with the board of the tour', async () => {
  const { user, more } = openMore(openShow(5, '2026-06-20', { tour_id: 3 }))
  await user.click(more.getByRole('button', { name: /^embed this board/ }))
  expect(await navigator.clipboard.readText()).toContain(`src="${location.origin}/embed/board?tour=3"`)
})

test('keeps the screen on while the switch is on, again after the page is back', async () => {
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const { user, more, unmount } = openMore(openShow(5, '2026-06-20', { is_open: false }), true)
  expect(request).not.toHaveBeenCalled()
  await user.click(more.getByRole('switch', { name: 'keep the screen on' }))
  for (const state of ['hidden', 'visible'] as const) {
    expect(request).toHaveBeenCalledTimes(1)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  await vi.waitFor(() => expect(release).toHaveBeenCalled())
})

test('has no switch where the browser cannot keep the screen on', () => {
  const { more } = openMore(openShow(5, '2026-06-20', { is_open: false }), true)
  expect(more.queryByRole('switch')).toBeNull()
})
