import type { Page } from '@playwright/test'

type Entry = { kind: string; startTime: number; duration: number }

/** Runs in the page: collects performance entries of some kinds. */
export function observe(kinds: string[]): void {
  const entries: Entry[] = []
  Object.assign(window, { observed: entries })
  for (const type of kinds) {
    // Events shorter than that are not reported.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type, durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const { entryType, name, startTime, duration } of list.getEntries())
        entries.push({ kind: entryType === 'event' ? name : entryType, startTime, duration })
    }).observe(options)
  }
}

export function observed(page: Page): Promise<Entry[]> {
  return page.evaluate('window.observed')
}

export function idleAndPainted(): Promise<number> {
  return new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))
}

/** Runs in the page. */
export function quietSince(ms: number): boolean {
  const ended = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)
  return performance.now() - Math.max(0, ...ended) > ms
}

/**
 * Runs in the page: changes a pixel in each frame. Headless Chromium presents no frame for a letter in a field alone, so that
 * its event would last until the list changes.
 */
export function keepChanging(): void {
  const pixel = document.createElement('div')
  pixel.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; background: red'
  document.body.append(pixel)
  let left = 0
  const change = () => {
    left = 1 - left
    pixel.style.left = `${left}px`
    requestAnimationFrame(change)
  }
  change()
}
