import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import type { Browser, Page } from '@playwright/test'
import { addSong, expectSet, mostPlayedSongs, pickNextShow, savedPrediction } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { type OwnSystem, startOwnSystem } from './own-system.ts'
import { logIn } from './people.ts'
import type { Screen } from './screen.ts'
import { ACCOUNTS, screens } from './screens.ts'

// Every page says what it cannot show, keeps what was typed, and recovers by itself: `lib/server-recovery.ts` detects the
// return of the server, the live connection that of the network.

const pagesOf = (as: Screen['as']) =>
  screens.filter((screen) => screen.as === as && !screen.act && !screen.isMadeUp)

let system: OwnSystem
test.describe.configure({ timeout: 600_000 })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  system = await startOwnSystem()
})
test.afterAll(() => system?.stop())

/** An open page, with its headings and the length of its text before the fault. */
type Tab = {
  readonly page: Page
  readonly name: string
  readonly as: Screen['as']
  readonly headings: readonly string[]
  readonly textLength: number
}

/** Opens every page of the caller in a tab of a new browser context. */
async function openAll(
  browser: Browser,
  as: Screen['as'],
  watch: (page: Page) => void,
  { caches = false } = {},
): Promise<Tab[]> {
  const context = await browser.newContext({
    baseURL: system.url,
    reducedMotion: 'reduce',
    serviceWorkers: caches ? 'allow' : 'block',
  })
  if (as !== 'visitor') {
    const page = await context.newPage()
    await logIn(page, ACCOUNTS[as])
    // What was shown counts as seen, and is below *earlier* from then on.
    await page.goto('/notifications')
    await page.waitForLoadState('networkidle')
    // A session has 20 live pages at most.
    await page.close()
  }
  const tabs: Tab[] = []
  for (const screen of pagesOf(as)) {
    const page = await context.newPage()
    watch(page)
    await page.goto(screen.path)
    await screen.settle(page)
    if (caches) {
      // The service worker caches from the second page load.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.reload()
    }
    await page.waitForLoadState('networkidle')
    const headings = await readHeadings(page)
    tabs.push({ page, name: screen.name, as, headings, textLength: await textLengthOf(page) })
  }
  return tabs
}

/** A fan may revoke it. */
const NOT_CACHED = 'shared-card'

const headingsOf = (page: Page) => page.getByRole('main').getByRole('heading')

/** Without how many watch a show, which comes a moment later. */
const readHeadings = async (page: Page): Promise<string[]> =>
  (await headingsOf(page).allTextContents()).map((heading) => heading.replace(/ [\d,]+ watching$/, ''))

const textLengthOf = async (page: Page) => (await page.getByRole('main').textContent())?.length ?? 0

function watchThrows(): { watch: (page: Page) => void; thrown: string[] } {
  const thrown: string[] = []
  return { thrown, watch: (page) => void page.on('pageerror', ({ message }) => thrown.push(message)) }
}

/** Boards of a show load once they are in view. */
async function expectNothingLoads(page: Page, name: string): Promise<void> {
  const loading = page.getByRole('status').filter({ hasText: /loading|checking/i })
  await expect(async () => {
    for (const part of await loading.all()) await part.scrollIntoViewIfNeeded({ timeout: 1_000 })
    await expect(loading, name).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** The page has ended loading, and shows most of its text or says what it cannot show. */
async function expectReported({ page, name, headings, textLength }: Tab): Promise<void> {
  const report = page.getByRole('button', { name: 'try again' }).or(page.getByRole('alert'))
  await expect(async () => {
    const shown = await readHeadings(page)
    const hasMost =
      shown.every((heading) => headings.includes(heading)) && (await textLengthOf(page)) > textLength / 2
    expect((shown.length > 0 && hasMost) || (await report.count()) > 0, `${name} reports the fault`).toBe(
      true,
    )
  }).toPass({ timeout: 30_000 })
  await expectNothingLoads(page, name)
}

/** The page is as before the fault, without a click. */
async function expectRecovered({ page, name, headings }: Tab): Promise<void> {
  await expect
    .poll(() => readHeadings(page), { message: `${name} recovers`, timeout: 60_000 })
    .toEqual(headings)
  await expect(page.getByRole('button', { name: 'try again' }), `${name} has everything`).toHaveCount(0)
  await expectNothingLoads(page, name)
}

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`reports that Postgres is away on ${as} pages, and fills them afterwards`, async ({ browser }) => {
    const { watch, thrown } = watchThrows()
    const tabs = await openAll(browser, as, watch)
    await system.database.kill()
    try {
      for (const { page } of tabs) await page.reload()
      for (const tab of tabs) {
        await expectReported(tab)
        if (as !== 'visitor') await expect(tab.page.getByRole('link', { name: 'sign up' })).toHaveCount(0)
      }
    } finally {
      await system.database.restart()
    }
    for (const tab of tabs) await expectRecovered(tab)
    expect(thrown).toEqual([])
    await tabs[0]?.page.context().close()
  })
}

test('fills every page and saves picks while Redis is away', async ({ browser }) => {
  const { watch, thrown } = watchThrows()
  const tabs: Tab[] = []
  for (const as of ['visitor', 'fan', 'admin'] as const) tabs.push(...(await openAll(browser, as, watch)))
  await system.redis.kill()
  try {
    for (const { page } of tabs) await page.reload()
    // The workers are known from Redis.
    for (const tab of tabs) await (tab.as === 'admin' ? expectReported(tab) : expectRecovered(tab))
    const page = await openFan(browser)
    const [first] = await mostPlayedSongs(page)
    await pickNextShow(page)
    await addSong(page, first, 'Set 1')
    await page.getByRole('button', { name: 'submit setlist' }).click()
    await expect(page.getByText(/saved at/)).toBeVisible()
    await page.context().close()
  } finally {
    await system.redis.restart()
  }
  for (const tab of tabs) await expectRecovered(tab)
  expect(thrown).toEqual([])
})

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`shows cached ${as} pages offline, or why there is none`, async ({ browser }) => {
    const { watch, thrown } = watchThrows()
    const tabs = await openAll(browser, as, watch, { caches: true })
    const context = tabs[0]?.page.context()
    await context?.setOffline(true)
    for (const { page } of tabs) await page.reload()
    for (const tab of tabs) {
      await expect(connectionStatus(tab.page, 'offline')).toBeVisible()
      await expectReported(tab)
      if (as === 'fan' && tab.name !== NOT_CACHED)
        await expect.poll(() => readHeadings(tab.page), tab.name).toEqual(tab.headings)
    }
    await context?.setOffline(false)
    for (const tab of tabs) await expectRecovered(tab)
    expect(thrown).toEqual([])
    await context?.close()
  })
}

/** The page of a fan without predictions. */
async function openFan(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' })
  const [name = '', value = ''] = (await system.logIn('user')).cookie.split('=')
  await context.addCookies([{ name, value, url: system.url }])
  return context.newPage()
}

const LOST = /^(reconnecting|offline)$/

/** Nothing while there is a connection. */
const connectionStatus = (page: Page, words: string | RegExp) =>
  page.getByRole('banner').getByText(words, { exact: true })

for (const { what, kill, restart } of [
  { what: 'Postgres', kill: () => system.database.kill(), restart: () => system.database.restart() },
  { what: 'the gateway', kill: () => system.gateway.kill(), restart: () => system.gateway.restart() },
]) {
  test(`keeps what was typed while ${what} is away, and sends the picks after`, async ({ browser }) => {
    const page = await openFan(browser)
    const [, second, third] = await mostPlayedSongs(page)
    const form = await page.context().newPage()
    await form.goto('/profile')
    await form.getByLabel('Display Name').fill('A name half typ')
    await pickNextShow(page)
    await addSong(page, second, 'Set 2')
    const saves: number[] = []
    page.context().on('response', (response) => {
      const isSave = response.request().method() === 'POST' && response.url().endsWith('/api/predictions')
      if (isSave) saves.push(response.status())
    })
    await kill()
    const polled = page.waitForRequest((request) => new URL(request.url()).pathname === READINESS_PATH)
    try {
      await addSong(page, third, 'Encore')
      await page.getByRole('button', { name: 'submit setlist' }).click()
      await expect(page.getByText('waits to be sent')).toBeVisible()
      if (what === 'the gateway') await expect(connectionStatus(page, LOST)).toBeVisible()
      await polled
    } finally {
      await restart()
    }
    await expect(page.getByText(/saved at/)).toBeVisible({ timeout: 60_000 })
    await expectSet(page, 'Encore', [third])
    expect((await savedPrediction(page)).version).toBe(1)
    expect(saves.filter((status) => status !== 503)).toEqual([200])
    await expect(connectionStatus(page, LOST)).toBeHidden()
    await expect(form.getByLabel('Display Name')).toHaveValue('A name half typ')
    await page.context().close()
  })
}

/** The 2G profile of WebPageTest: 280 kbit/s, 800 ms per round trip. */
const SECOND_GENERATION = {
  offline: false,
  latency: 800,
  downloadThroughput: 280_000 / 8,
  uploadThroughput: 256_000 / 8,
}

test('shows the progress of a save on a 2G connection, and saves once', async ({ browser }) => {
  const page = await openFan(browser)
  const [first] = await mostPlayedSongs(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SECOND_GENERATION)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pickNextShow(page)
  await addSong(page, first, 'Set 2')
  await page.getByRole('button', { name: 'submit setlist' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'saving' })).toBeVisible()
  await expect(page.getByText(/saved at/)).toBeVisible()
  expect((await savedPrediction(page)).version).toBe(1)
  await page.goto('/leaderboard', { waitUntil: 'commit' })
  await page.getByRole('row').nth(3).waitFor()
  await page.context().close()
})
