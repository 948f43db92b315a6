import type { Page } from '@playwright/test'

/** Runs in the page: sums the layout shifts that no input caused, and notes what has moved. */
export function watchShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  const seen = { shift: 0, moved: [] as string[] }
  Object.assign(window, { seen })
  const placeOf = ({ x, y }: DOMRect) => `${Math.round(x)}, ${Math.round(y)}`
  const inWords = ({ node, previousRect, currentRect }: Source) =>
    `${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`
  const note = (
    entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; sources?: Source[] },
  ) => {
    if (entry.hadRecentInput || !entry.value) return
    seen.shift += entry.value
    seen.moved.push(`${entry.value.toFixed(4)}: ${entry.sources?.map(inWords).join('; ')}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
    type: 'layout-shift',
    buffered: true,
  })
}

export const shiftOf = (page: Page): Promise<number> => page.evaluate('window.seen.shift')

/** For the message of a failed expectation. */
export const movedOn = async (page: Page): Promise<string> => {
  const moved: string[] = await page.evaluate('window.seen.moved')
  return moved.join('\n')
}
