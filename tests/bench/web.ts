/**
 * How heavy the pages are, and how quick on a slow phone: `npm run bench:web`. Starts the product over its demo data, as
 * `npm start` does. Wants a quiet machine.
 */
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { weighBuild } from '../e2e/weight.ts'
import { provideChromium } from '../support/chromium.ts'
import { readOptions } from './options.ts'
import { openReport } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { measureSlowdown, slowDown } from './slow-phone.ts'
import { quantileOf } from './stats.ts'
import { withSystem } from './system.ts'

const MAX_LCP_MS = 2_000
const MAX_TASK_MS = 50
const TYPED = 'the river'
const KEYSTROKE_MS = 150
/** What the browser itself needs for a keystroke on this machine. */
const BARE_FIELD = 'data:text/html,<!doctype html><input placeholder="Search songs...">'
const repository = path.resolve(import.meta.dirname, '../..')

const options = readOptions({}, { rounds: 5 })

await withSystem(async (system) => {
  const browser = await chromium.launch({
    executablePath: await provideChromium({ dataDir: path.join(repository, '.data'), log: progress }),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const start = path.join(repository, 'launch/start.mjs')
    const product = await system.startServer(start, [], { DEMO: 'on', RATE_LIMIT_SCALE: '100' })
    await measure(browser, product.url)
    await product.stop('SIGTERM')
  } finally {
    await browser.close()
  }
})

async function measure(browser: Browser, url: string): Promise<void> {
  const report = openReport('web', options, { chromium: browser.version() })
  const { firstView, pages } = weighBuild()
  for (const [page, { js, css }] of [['first view of home', firstView] as const, ...pages]) {
    report.metric(`${page}: js, gzip`, 'kB', [js / 1_000])
    report.metric(`${page}: css, gzip`, 'kB', [css / 1_000])
  }
  const { speed, factor } = await measureSlowdown(browser)
  report.metric('speed of this machine', 'index', [speed])
  report.metric('slowed down to the phone', 'times', [factor])

  const paint = candidate('largest contentful paint', async () => ({
    ms: await timePaint(browser, url, factor),
  }))
  const typing = (name: string, address: string) =>
    candidate(name, async () => ({ longestMs: Math.max(0, ...(await typeInto(browser, address, factor))) }))
  const bareTyping = typing('typing into a bare field: longest task', BARE_FIELD)
  const ourTyping = typing('typing into the song search: longest task', url)
  await takeTurns([paint, bareTyping, ourTyping], options)
  report.metric(paint.name, 'ms', paint.series('ms'))
  for (const { name, series } of [bareTyping, ourTyping]) report.metric(name, 'ms', series('longestMs'))
  report.check(`painted within ${MAX_LCP_MS} ms`, quantileOf(paint.series('ms'), 0.5) < MAX_LCP_MS)
  report.check(
    `no task over ${MAX_TASK_MS} ms while typing`,
    Math.max(...ourTyping.series('longestMs')) <= MAX_TASK_MS,
  )
  report.finish()
}

/** When home's largest content was painted, in ms after the navigation. */
async function timePaint(browser: Browser, url: string, slowdown: number): Promise<number> {
  const page = await newPage(browser, { width: 375, height: 812 })
  // A first navigation starts the browser's process for the site, which is not the page's cost.
  await page.goto(`${url}/favicon.svg`)
  await slowDown(page, slowdown, { network: true })
  await page.addInitScript(observe, 'largest-contentful-paint')
  await page.goto(url)
  await page.getByRole('button', { name: 'pick setlist' }).first().waitFor()
  const entries = await observed(page)
  await page.context().close()
  return Math.max(...entries.map(({ startTime }) => startTime))
}

/** Types into the search of a page as quickly as a thumb does; returns the durations of long tasks, in ms. */
async function typeInto(browser: Browser, address: string, slowdown: number): Promise<number[]> {
  const page = await newPage(browser, { width: 1024, height: 812 })
  await page.goto(address)
  const search = page.getByPlaceholder('Search songs...')
  await search.waitFor()
  // Without a chosen show the panel is inert; its search works all the same.
  await search.evaluate((field) => field.closest('[inert]')?.removeAttribute('inert'))
  await search.click()
  await page.waitForLoadState('networkidle')
  await slowDown(page, slowdown, { network: false })
  await page.evaluate(idleAndDrawn)
  await page.evaluate(observe, 'longtask')
  await search.pressSequentially(TYPED, { delay: KEYSTROKE_MS })
  await page.evaluate(idleAndDrawn)
  const tasks = await observed(page)
  await page.context().close()
  return tasks.map(({ duration }) => duration)
}

async function newPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', reducedMotion: 'reduce' })
  return context.newPage()
}

function idleAndDrawn(): Promise<number> {
  return new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))
}

type Entry = { startTime: number; duration: number }

/** In the page: collects entries of one kind from now on. */
function observe(kind: string): void {
  const entries: Entry[] = []
  Object.assign(window, { observed: entries })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) entries.push({ startTime, duration })
  }).observe({ type: kind })
}

function observed(page: Page): Promise<Entry[]> {
  return page.evaluate('window.observed')
}
