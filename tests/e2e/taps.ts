import type { Locator, Page } from '@playwright/test'

export type Tap = (target: Locator) => Promise<void>

export const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }

/** Taps, and counts them. */
export function countTaps(): { tap: Tap; taps: () => number } {
  let taps = 0
  const tap: Tap = async (target) => {
    taps += 1
    await target.tap()
  }
  return { tap, taps: () => taps }
}

/** The pages and sheets that a tab has shown; the login page is none where it leads on by itself. */
export function watchScreens(page: Page): ReadonlySet<string> {
  const screens = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { pathname, searchParams } = new URL(frame.url())
    if (frame !== page.mainFrame() || pathname === '/login') return
    screens.add(searchParams.has('sheet') ? `sheet of ${pathname}` : pathname)
  })
  return screens
}
