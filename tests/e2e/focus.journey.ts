import type { ShowPage } from '@called-it/shared/contract/show-pages'
import type { Show } from '@called-it/shared/contract/shows'
import type { Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'
import { respond } from './screen.ts'
import { expectShowLoaded } from './show-screens.ts'

/** More than any of these pages has focusable elements. */
const MAX_PRESSES = 300

/** Runs in the page: what is focused, and the fixed or sticky element that covers a part of it. */
function readCover(): { focused: string; cover: string | null; place: number } {
  const focused = document.activeElement ?? document.body
  /** A touch target may reach as far into the next row. */
  const PADDING = 8
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const coverAt = (y: number) => {
    let element = document.elementFromPoint((left + right) / 2, y)
    while (element && !/fixed|sticky/.test(getComputedStyle(element).position))
      element = element.parentElement
    return element?.contains(focused) ? null : element
  }
  const place = Array.from(document.querySelectorAll('*')).indexOf(focused)
  const isBody = focused === document.body
  const isSeen = top >= 0 && bottom <= innerHeight
  const isPanel = bottom - top > innerHeight / 2
  const cover =
    isBody || isPanel ? null : (coverAt(top + PADDING) ?? coverAt(bottom - PADDING))?.outerHTML.slice(0, 90)
  return {
    focused: `${focused.outerHTML.slice(0, 200)} at ${Math.round(top)} to ${Math.round(bottom)}`,
    cover: cover ?? (isBody || isPanel || isSeen ? null : `an edge of the viewport: ${top} to ${bottom}`),
    place: isBody ? -1 : place,
  }
}

/** From the first control to the last one, or back. */
async function expectNothingCovered(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<number> {
  const step = key === 'Tab' ? 1 : -1
  let last = await page.evaluate(readCover)
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    const now = await page.evaluate(readCover)
    if (now.place < 0 || (last.place >= 0 && (now.place - last.place) * step <= 0)) return presses
    expect.soft(now.cover, `covers ${now.focused} of ${page.url()} by ${key}`).toBeNull()
    last = now
  }
  throw new Error(`${page.url()} has more controls`)
}

test.describe('covers no focus on a small phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('tabs through home, show, boards and a live show', async ({ page, watchConsole }) => {
    test.setTimeout(240_000)
    watchConsole(page)
    await logInByRequest(page, DEMO_FAN)
    const firstOf = async (list: string): Promise<Show> =>
      (await (await page.request.get(`/api/shows/${list}`)).json()).shows[0]
    const [open, played] = [await firstOf('upcoming'), await firstOf('recent/multiple')]
    const onNow = { ...played, is_scored: false, phase: 'live' }
    const bodyOf = async ({ id }: Show): Promise<ShowPage> =>
      (await page.request.get(`/api/shows/${id}/page`)).json()
    const { live, ...body } = await bodyOf(played)
    await respond(page, {
      '/api/shows/live': { shows: [onNow] },
      [`/api/shows/${open.id}/page`]: { ...(await bodyOf(open)), tonight: [onNow] },
      [`/api/shows/${played.id}/page`]: {
        ...{ ...body, phase: 'live', show: onNow, corrections: null, setlist: null },
        live: live && { ...live, phase: 'live', openSet: 'encore' },
      },
    })
    for (const [at, control] of [
      ['/', page.getByRole('button', { name: 'pick setlist' }).first()],
      [`/shows/${open.id}`, page.locator('[data-strip]')],
      ['/leaderboard?who=everyone', page.locator('[data-strip]')],
      [`/shows/${played.id}`, page.getByRole('navigation', { name: 'parts of the show' })],
    ] as const) {
      await page.goto(at)
      await control.waitFor()
      await expectShowLoaded(page)
      expect(await expectNothingCovered(page, 'Tab')).toBeGreaterThan(8)
      expect(await expectNothingCovered(page, 'Shift+Tab')).toBeGreaterThan(8)
    }
  })
})
