import type { Browser, Page } from '@playwright/test'

const BITS_PER_SECOND = 1_600_000

/** A bad line. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: BITS_PER_SECOND / 8,
  uploadThroughput: BITS_PER_SECOND / 8,
}

/**
 * How quick the phone is that the pages are measured on, by {@link speedOf}: a quarter of a fast desktop, which has 1600.
 * Lighthouse's table, which counts in the same way, calls 125 to 800 a phone of the middle class.
 */
const PHONE_SPEED = 400

/** How many times slower this machine must be made to be that phone. One that is slower by itself stays as it is. */
export async function slowDownHere(browser: Browser): Promise<{ speed: number; slowerBy: number }> {
  const page = await browser.newPage()
  const speeds = [await speedOf(page), await speedOf(page), await speedOf(page)]
  await page.close()
  // The highest: whatever else the machine did meanwhile made it slower, not quicker.
  const speed = Math.round(Math.max(...speeds))
  return { speed, slowerBy: Math.max(1, speed / PHONE_SPEED) }
}

/**
 * A tenth of how many times a second the browser can write a text of 10,000 letters and copy 100,000 numbers: the mean of
 * both. Lighthouse counts a machine's speed so, and wants the slow-down set by it.
 */
function speedOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const timesInASecond = (work: () => number) => {
      const start = performance.now()
      let times = 0
      let elapsed = 0
      let done = 0
      while (elapsed < 500) {
        // Its result is used, so that the work cannot be left out.
        done += work()
        times += 1
        elapsed = performance.now() - start
      }
      return done > 0 ? (1000 * times) / elapsed : 0
    }
    const write = () => {
      let text = ''
      for (let letter = 0; letter < 10_000; letter += 1) text += 'a'
      return text.length
    }
    const numbers = Array.from({ length: 100_000 }, (_, index) => index)
    const copies = [...numbers]
    const copy = () => {
      for (let index = 0; index < numbers.length; index += 1) copies[index] = numbers[index] ?? 0
      return copies.length
    }
    return (timesInASecond(write) + timesInASecond(copy)) / 2 / 10
  })
}

/** Makes the page's processor and, if wanted, its line those of the slow phone. */
export async function slowDown(page: Page, slowerBy: number, { line }: { line: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  if (!line) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
