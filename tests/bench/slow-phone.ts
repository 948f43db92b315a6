import type { Browser, Page } from '@playwright/test'

const BITS_PER_SECOND = 1_600_000

const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: BITS_PER_SECOND / 8,
  uploadThroughput: BITS_PER_SECOND / 8,
}

/**
 * The phone's speed by {@link speedOf}: a quarter of a fast desktop, which has 1600. Lighthouse's table, on the same scale,
 * has mid-range phones from 125 to 800.
 */
const PHONE_SPEED = 400

/** The factor that slows this machine down to the phone; 1 where it is slower by itself. */
export async function measureSlowdown(browser: Browser): Promise<{ speed: number; factor: number }> {
  const page = await browser.newPage()
  const speeds = [await speedOf(page), await speedOf(page), await speedOf(page)]
  await page.close()
  // The highest: other load only makes a machine slower.
  const speed = Math.round(Math.max(...speeds))
  return { speed, factor: Math.max(1, speed / PHONE_SPEED) }
}

/**
 * Lighthouse's benchmark index: a tenth of how often per second the browser can write a text of 10,000 letters and copy
 * 100,000 numbers, the mean of both.
 */
function speedOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const timesInASecond = (work: () => number) => {
      const start = performance.now()
      let times = 0
      let elapsed = 0
      let done = 0
      while (elapsed < 500) {
        // The result is used, so that the compiler cannot drop the work.
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

export async function slowDown(page: Page, factor: number, { network }: { network: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: factor })
  if (!network) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
}
