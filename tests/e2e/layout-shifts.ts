import type { Page } from '@playwright/test'

/** Runs in the page: sums the layout shifts that no input caused. */
export function watchShifts(): void {
  const seen = { shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('hadRecentInput' in entry && !entry.hadRecentInput && 'value' in entry)
        seen.shift += Number(entry.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

export const shiftOf = (page: Page): Promise<number> => page.evaluate('window.seen.shift')
