import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import type { Browser, Page } from '@playwright/test'
import { addSong, pickNextShow } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { type OwnSystem, startOwnSystem } from './own-system.ts'
import { logIn } from './people.ts'
import { ACCOUNTS, type Screen, screens } from './screens.ts'
import { expectSet, mostPlayedSongs, savedPrediction } from './setlist.ts'

// The fan's side of a fault: every screen says what it cannot show, nothing that was typed is lost, and all of it comes
// back by itself. A page hears of the return of what was away from `lib/server-recovery.ts`, and of a connection from the live
// one; without either it would stay as it is until its reader presses *try again*.

/** Each page once, in the state in which it opens. */
const pagesOf = (as: Screen['as']) => screens.filter((screen) => screen.as === as && !screen.act)

let system: OwnSystem
test.describe.configure({ timeout: 300_000 })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  system = await startOwnSystem()
})
test.afterAll(() => system?.stop())

/** An open page with its headings, and as many letters as it had, when it was filled. */
type Tab = {
  readonly page: Page
  readonly name: string
  readonly as: Screen['as']
  readonly headings: readonly string[]
  readonly letters: number
}

/** A browser of somebody's own, with every page of theirs open in a tab. */
async function openAll(
  browser: Browser,
  as: Screen['as'],
  watch: (page: Page) => void,
  { keepsCopies = false } = {},
): Promise<Tab[]> {
  const context = await browser.newContext({
    baseURL: system.url,
    reducedMotion: 'reduce',
    serviceWorkers: keepsCopies ? 'allow' : 'block',
  })
  if (as !== 'visitor') await logIn(await context.newPage(), ACCOUNTS[as])
  const tabs: Tab[] = []
  for (const screen of pagesOf(as)) {
    const page = await context.newPage()
    watch(page)
    await page.goto(screen.path)
    await screen.settle(page)
    if (keepsCopies) {
      // From its second page on a browser keeps what is read.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.reload()
    }
    await page.waitForLoadState('networkidle')
    const headings = await headingsOf(page).allTextContents()
    tabs.push({ page, name: screen.name, as, headings, letters: await lettersOf(page) })
  }
  return tabs
}

const headingsOf = (page: Page) => page.getByRole('main').getByRole('heading')

const lettersOf = async (page: Page) => (await page.getByRole('main').textContent())?.length ?? 0

/** A page never throws, whatever is away. */
function watchThrows(): { watch: (page: Page) => void; thrown: string[] } {
  const thrown: string[] = []
  return { thrown, watch: (page) => void page.on('pageerror', ({ message }) => thrown.push(message)) }
}

/** Nothing waits any more, and the page has most of what it had, or says what it cannot show. */
async function expectToTell({ page, name, headings, letters }: Tab): Promise<void> {
  const says = page.getByRole('button', { name: 'try again' }).or(page.getByRole('alert'))
  await expect(async () => {
    const shown = await headingsOf(page).allTextContents()
    const hasMost =
      shown.every((heading) => headings.includes(heading)) && (await lettersOf(page)) > letters / 2
    expect((shown.length > 0 && hasMost) || (await says.count()) > 0, `${name} says where it stands`).toBe(
      true,
    )
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: /loading|checking/i }), name).toHaveCount(0)
}

/** It is as before the fault, without anybody's doing. */
async function expectToBeFilled({ page, name, headings }: Tab): Promise<void> {
  await expect(headingsOf(page), `${name} comes back`).toHaveText([...headings], { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'try again' }), `${name} has everything`).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /loading|checking/i }), name).toHaveCount(0)
}

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`pages that ${as === 'admin' ? 'an' : 'a'} ${as} opens while Postgres is away say so, and fill when it is back`, async ({
    browser,
  }) => {
    const { watch, thrown } = watchThrows()
    const tabs = await openAll(browser, as, watch)
    await system.database.kill()
    try {
      for (const { page } of tabs) await page.reload()
      for (const tab of tabs) {
        await expectToTell(tab)
        if (as !== 'visitor') await expect(tab.page.getByRole('link', { name: 'sign up' })).toHaveCount(0)
      }
    } finally {
      await system.database.restart()
    }
    for (const tab of tabs) await expectToBeFilled(tab)
    expect(thrown).toEqual([])
    await tabs[0]?.page.context().close()
  })
}

test('while Redis is away every page is as ever, and picks are saved', async ({ browser }) => {
  const { watch, thrown } = watchThrows()
  const tabs: Tab[] = []
  for (const as of ['visitor', 'fan', 'admin'] as const) tabs.push(...(await openAll(browser, as, watch)))
  await system.redis.kill()
  try {
    for (const { page } of tabs) await page.reload()
    // What the queues do only Redis knows.
    for (const tab of tabs) await (tab.as === 'admin' ? expectToTell(tab) : expectToBeFilled(tab))
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
  for (const tab of tabs) await expectToBeFilled(tab)
  expect(thrown).toEqual([])
})

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`without a network ${as === 'admin' ? 'an' : 'a'} ${as} sees what was seen before, or why not`, async ({
    browser,
  }) => {
    const { watch, thrown } = watchThrows()
    const tabs = await openAll(browser, as, watch, { keepsCopies: true })
    const context = tabs[0]?.page.context()
    await context?.setOffline(true)
    for (const tab of tabs) {
      await tab.page.reload()
      await expect(light(tab.page, 'offline')).toBeVisible()
      await expectToTell(tab)
      if (as === 'fan') await expect(headingsOf(tab.page), tab.name).toHaveText([...tab.headings])
    }
    await context?.setOffline(false)
    for (const tab of tabs) await expectToBeFilled(tab)
    expect(thrown).toEqual([])
    await context?.close()
  })
}

/** The page of a fan who has picked nothing yet. */
async function openFan(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' })
  const [name = '', value = ''] = (await system.logIn('user')).cookie.split('=')
  await context.addCookies([{ name, value, url: system.url }])
  return context.newPage()
}

const light = (page: Page, word: string) => page.getByRole('banner').getByText(word, { exact: true })

for (const { what, kill, restart } of [
  { what: 'Postgres', kill: () => system.database.kill(), restart: () => system.database.restart() },
  { what: 'the gateway', kill: () => system.gateway.kill(), restart: () => system.gateway.restart() },
]) {
  test(`what is typed while ${what} goes away stays, and picks are sent once it is back`, async ({
    browser,
  }) => {
    const page = await openFan(browser)
    const [, second, third] = await mostPlayedSongs(page)
    const form = await page.context().newPage()
    await form.goto('/profile')
    await form.getByLabel('Display Name').fill('A name half typ')
    await pickNextShow(page)
    await addSong(page, second, 'Set 2')
    const saves: number[] = []
    // Whichever of their pages sends them.
    page.context().on('response', (response) => {
      const isSave = response.request().method() === 'POST' && response.url().endsWith('/api/predictions')
      if (isSave) saves.push(response.status())
    })
    await kill()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === READINESS_PATH)
    try {
      await addSong(page, third, 'Encore')
      await page.getByRole('button', { name: 'submit setlist' }).click()
      await expect(page.getByText('waits to be sent')).toBeVisible()
      if (what === 'the gateway') await expect(light(page, 'live')).toBeHidden()
      await asked
    } finally {
      await restart()
    }
    await expect(page.getByText(/saved at/)).toBeVisible({ timeout: 60_000 })
    await expectSet(page, 'Encore', [third])
    expect((await savedPrediction(page)).version).toBe(1)
    expect(saves.filter((status) => status !== 503)).toEqual([200])
    await expect(light(page, 'live')).toBeVisible()
    await expect(form.getByLabel('Display Name')).toHaveValue('A name half typ')
    await page.context().close()
  })
}

/** A phone at the edge of a village, as WebPageTest has it: 280 kbit/s, 800 ms there and back. */
const SECOND_GENERATION = {
  offline: false,
  latency: 800,
  downloadThroughput: 280_000 / 8,
  uploadThroughput: 256_000 / 8,
}

test('over a line of the second generation a fan sees what goes on, and saves once', async ({ browser }) => {
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
