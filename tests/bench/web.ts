/** Weight of the pages, and their speed on a slow phone: `npm run bench:web`. Needs an idle machine. */
import path from 'node:path'
import { LANGUAGES } from '@called-it/languages/texts'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { DEMO_ADMIN, DEMO_FAN } from '../e2e/people.ts'
import { readBuild, weigh } from '../e2e/weight.ts'
import { provideChromium } from '../support/chromium.ts'
import { LONG_LIST, lengthenSongList } from './long-song-list.ts'
import { readOptions } from './options.ts'
import { idleAndPainted, keepChanging, observe, observed, quietSince } from './page-timing.ts'
import { openReport } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { quantileOf } from './stats.ts'
import { withSystem } from './system.ts'

/** Lighthouse's profile of a mid-range phone. */
const CPU_SLOWDOWN = 4
const BYTES_PER_SECOND = 1_600_000 / 8
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
}
/** Rendered by the server, a fan's page with the own data. */
const MAX_LCP_MS = { visitor: 2_000, fan: 2_500 }
/** After the last response. */
const QUIET_MS = 2_000
const PHONE = { width: 375, height: 812 }
const MAX_TASK_MS = 50
/** From a key to the next paint, p95. */
const MAX_KEY_MS = 100
const TYPED = 'the river'
const KEYSTROKE_MS = 150
/** From a letter, a sort or a pick to the next paint, at most: what Web Vitals call good. */
const MAX_INTERACTION_MS = 200
const SORTS = ['Due', 'Plays', 'A-Z']
const PICKS = 5
const INPUTS = new Set(['keydown', 'keyup', 'pointerdown', 'pointerup', 'click'])
/** The cost of a keystroke in the browser itself. */
const BARE_FIELD = 'data:text/html,<!doctype html><input placeholder="Search songs...">'
const TRANSLATED_PAGES = ['home', 'scored show']
const repository = path.resolve(import.meta.dirname, '../..')

const options = readOptions({}, { rounds: 5 })

await withSystem(async (system) => {
  const browser = await chromium.launch({
    executablePath: await provideChromium({ dataDir: path.join(repository, '.data'), log: progress }),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const start = path.join(repository, 'infra/launch/start.mjs')
    const product = await system.startServer(start, [], { DEMO: 'on', RATE_LIMIT_SCALE: '100' })
    await measure(browser, product.url)
    await product.stop('SIGTERM')
  } finally {
    await browser.close()
  }
})

async function measure(browser: Browser, url: string): Promise<void> {
  const report = openReport('web', options, { chromium: browser.version() })
  const { firstView, pages } = readBuild()
  for (const [page, files] of [['first view of home', firstView] as const, ...pages]) {
    const { js, css } = weigh(files)
    report.metric(`${page}: js, gzip`, 'kB', [js / 1_000])
    report.metric(`${page}: css, gzip`, 'kB', [css / 1_000])
  }
  const paths = await pathsOfPages(browser, url)
  const paints = Object.entries(paths).flatMap(([page, path]) =>
    (['visitor', 'fan'] as const).map((person) => ({
      person,
      ...candidate(`${page}, ${person}`, () => visit(browser, url, path, person)),
    })),
  )
  const spoken = TRANSLATED_PAGES.flatMap((page) =>
    LANGUAGES.map((language) => ({
      ...{ page, language },
      ...candidate(`${page}, visitor, ${language}`, () => {
        return visit(browser, url, paths[page] ?? '/', 'visitor', language)
      }),
    })),
  )
  const keys: number[] = []
  const bareTyping = candidate('typing into a bare field: longest task', async () => {
    const { tasks } = await typeInto(browser, (page) => page.goto(BARE_FIELD))
    return { longestMs: Math.max(0, ...tasks) }
  })
  const ourTyping = candidate(`typing into the search of ${LONG_LIST} songs: longest task`, async () => {
    const typed = await typeInto(browser, (page) => openLongSongList(page, url))
    keys.push(...typed.keys)
    return { longestMs: Math.max(0, ...typed.tasks) }
  })
  const picking = candidate(`the sheet of ${LONG_LIST} songs on a phone`, () => useSheet(browser, url))
  await takeTurns([...paints, ...spoken, bareTyping, ourTyping, picking], options)
  for (const { person, name, series } of paints) {
    report.metric(`${name}: largest contentful paint`, 'ms', series('ms'))
    for (const kind of ['scripts', 'styles', 'requests'] as const)
      report.metric(`${name}: ${kind}`, 'files', series(kind))
    const limit = MAX_LCP_MS[person]
    report.check(`${name}: painted within ${limit} ms`, quantileOf(series('ms'), 0.5) <= limit)
  }
  for (const { page, language, name, series } of spoken) {
    report.metric(`${name}: largest contentful paint`, 'ms', series('ms'))
    const english = spoken.find((each) => each.page === page && each.language === 'en')
    const limit = quantileOf(english?.series('ms') ?? [], 0.5)
    report.check(
      `${name}: painted within 10 % or 100 ms of English`,
      quantileOf(series('ms'), 0.5) <= Math.max(limit * 1.1, limit + 100) || language === 'en',
    )
  }
  for (const { name, series } of [bareTyping, ourTyping]) report.metric(name, 'ms', series('longestMs'))
  report.metric(`typing into the search of ${LONG_LIST} songs: key to next paint`, 'ms', keys)
  report.check(
    `p95 from a key to the next paint within ${MAX_KEY_MS} ms`,
    quantileOf(keys, 0.95) <= MAX_KEY_MS,
  )
  report.check(
    `no task over ${MAX_TASK_MS} ms while typing`,
    Math.max(...ourTyping.series('longestMs')) <= MAX_TASK_MS,
  )
  for (const kind of ['letter', 'sort', 'pick'] as const) {
    const longest = picking.series(kind)
    report.metric(`${picking.name}: longest ${kind}`, 'ms', longest)
    report.check(
      `each ${kind} on a phone within ${MAX_INTERACTION_MS} ms`,
      Math.max(...longest) <= MAX_INTERACTION_MS,
    )
  }
  report.finish()
}

/** Home, and the pages that a link or a search engine leads to. */
async function pathsOfPages(browser: Browser, url: string): Promise<Record<string, string>> {
  const page = await newPage(browser, PHONE)
  const read = async (path: string) => (await page.request.get(`${url}${path}`)).json()
  const { shows } = await read('/api/shows/recent/multiple')
  const { songs } = await read('/api/songs/all')
  // The demo's fan has picked the second show.
  await logIn(page, url)
  const shared = await page.request.put(`${url}/api/users/current/shows/${shows[1].id}/share`)
  const data = { name: 'Bench', tour_id: null, counts_from: 'all', drop_worst: 0 }
  const { token: share } = await shared.json()
  // Members are led to their league.
  await logIn(page, url, DEMO_ADMIN)
  const { league } = await (await page.request.post(`${url}/api/leagues`, { data })).json()
  const { token: invitation } = await read(`/api/leagues/${league.id}/invitation`)
  await page.context().close()
  return {
    home: '/',
    'scored show': `/shows/${shows[0].id}`,
    leaderboard: '/leaderboard',
    song: `/songs/${songs[0].id}`,
    machine: '/machine',
    tour: `/tours/${shows[0].tour_id}`,
    'shared card': `/s/${share}`,
    invitation: `/join/${invitation}`,
  }
}

/** Largest contentful paint in ms after the navigation, and what the page has loaded until it is at rest. */
async function visit(browser: Browser, url: string, path: string, person: 'visitor' | 'fan', locale = 'en') {
  const page = await newPage(browser, PHONE, { locale })
  // The first navigation to a site starts a browser process.
  await page.goto(`${url}/favicon.svg`)
  if (person === 'fan') await logIn(page, url)
  await slowDown(page, { network: true })
  await page.addInitScript(observe, ['largest-contentful-paint'])
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${url}${path}`)
  await atRest(page)
  await page.evaluate(idleAndPainted)
  const entries = await observed(page)
  await page.context().close()
  const count = (pattern: RegExp) => loaded.filter((file) => pattern.test(file)).length
  return {
    ms: Math.max(...entries.map(({ startTime }) => startTime)),
    scripts: count(/\.js$/),
    styles: count(/\.css$/),
    requests: count(/^\/api\//),
  }
}

/** Without the socket: while it polls, `networkidle` would never come. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(quietSince, QUIET_MS, { polling: 250 })
}

async function logIn(page: Page, url: string, data = DEMO_FAN): Promise<void> {
  const login = await page.request.post(`${url}/api/auth/login`, { data })
  if (!login.ok()) throw new Error(`${data.email} cannot log in: ${await login.text()}`)
}

/** The builder of the next show, with chances beside the songs. */
async function openLongSongList(page: Page, url: string): Promise<void> {
  await openBuilder(page, url)
  await page.getByText(/^chances by/).waitFor()
}

async function openBuilder(page: Page, url: string): Promise<void> {
  await lengthenSongList(page)
  await logIn(page, url)
  const { shows } = await (await page.request.get(`${url}/api/shows/upcoming`)).json()
  await page.goto(`${url}/prediction/${shows[0].id}`)
}

/** The longest interaction of each kind, from the touch or the key to the next paint, in ms. */
async function useSheet(browser: Browser, url: string) {
  const page = await newPage(browser, PHONE, { hasTouch: true, isMobile: true })
  await openBuilder(page, url)
  await page.getByRole('button', { name: 'add songs' }).tap()
  const songs = page.getByRole('button', { name: /^add / })
  await songs.nth(PICKS).waitFor()
  await slowDown(page, { network: false })
  await page.evaluate(idleAndPainted)
  await page.evaluate(observe, ['event'])
  let before = 0
  /** One after the other is painted: fingers are slower than scripts. */
  const longest = async (acts: readonly (() => Promise<void>)[]) => {
    for (const act of acts) {
      await act()
      await page.evaluate(idleAndPainted)
    }
    const entries = await observed(page)
    const durations = entries
      .slice(before)
      .flatMap(({ kind, duration }) => (INPUTS.has(kind) ? duration : []))
    before = entries.length
    return Math.max(0, ...durations)
  }
  const sort = await longest(SORTS.map((name) => () => page.getByRole('button', { name, exact: true }).tap()))
  const pick = await longest(Array.from({ length: PICKS }, () => () => songs.first().tap()))
  await page.getByPlaceholder('Search songs...').tap()
  await page.evaluate(keepChanging)
  const letter = await longest(Array.from(TYPED, (key) => () => page.keyboard.press(key)))
  await page.context().close()
  return { letter, sort, pick }
}

/** Types into the search of a page: long tasks, and the time from each key to the next paint, in ms. */
async function typeInto(
  browser: Browser,
  open: (page: Page) => Promise<unknown>,
): Promise<{ tasks: number[]; keys: number[] }> {
  const page = await newPage(browser, { width: 1024, height: 812 })
  await open(page)
  const search = page.getByPlaceholder('Search songs...')
  await search.click()
  await slowDown(page, { network: false })
  await page.evaluate(idleAndPainted)
  await page.evaluate(observe, ['longtask', 'event'])
  await search.pressSequentially(TYPED, { delay: KEYSTROKE_MS })
  await page.evaluate(idleAndPainted)
  const entries = await observed(page)
  await page.context().close()
  const durationsOf = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map(({ duration }) => duration)
  return { tasks: durationsOf('longtask'), keys: durationsOf('keydown') }
}

async function newPage(
  browser: Browser,
  viewport: { width: number; height: number },
  device: Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'locale'> = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...device,
    viewport,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function slowDown(page: Page, { network }: { network: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  if (!network) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
}
