import { type APIRequestContext, request as newRequest, type Page } from '@playwright/test'
import { idleAndPainted } from '../bench/page-timing.ts'
import { expect, test } from './console-watch.ts'
import { movedOn, shiftOf, watchShifts } from './layout-shifts.ts'
import { LONG } from './long.ts'
import { becomeNewFan, DEMO_ADMIN, logInByRequest, openBrowser } from './people.ts'
import { publicPages } from './public-pages.ts'
import { PHONE } from './taps.ts'

test.use({ trace: 'off' })

const listPaths = async (baseURL: string) => Object.values(await publicPages(baseURL)).map(([path]) => path)

/** The pages as a visitor gets them, without what differs each time. */
async function readPages(visitor: APIRequestContext, paths: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const path of paths) {
    const html = await (await visitor.get(path, { headers: { accept: 'text/html' } })).text()
    pages.set(
      path,
      html.replace(
        /nonce="[^"]*"|name="csp-nonce" content="[^"]*"|"now":(?:\d+|"[^"]*")|"(?:version|topics)":(?:\d+|\{[^}]*\})/g,
        '',
      ),
    )
  }
  return pages
}

/** Where two pages begin to differ; empty where they are the same. */
function differenceOf(one = '', other = ''): string {
  const at = Array.from(one).findIndex((character, index) => character !== other[index])
  return one === other ? '' : `${one.slice(at - 80, at + 60)} ≠ ${other.slice(at - 80, at + 60)}`
}

async function pick(page: Page, showId: number, songIds: readonly number[]): Promise<void> {
  const slots = (ids: readonly number[]) => ids.map((id) => ({ id }))
  const setlist = { set1: slots(songIds.slice(0, 3)), set2: slots(songIds.slice(3, 6)), encore: [] }
  await expect(await page.request.post('/api/predictions', { data: { show_id: showId, setlist } })).toBeOK()
}

test(
  'serves the same pages before the lock whatever is picked',
  LONG,
  async ({ browser, page, baseURL: url, watchConsole }) => {
    test.setTimeout(180_000)
    const baseURL = url ?? ''
    const visitor = await newRequest.newContext({ baseURL })
    const read = async (path: string) => (await visitor.get(path)).json()
    const [open] = (await read('/api/shows/upcoming')).shows
    const { songs } = await read('/api/songs/all')
    const ids: number[] = songs.map(({ id }: { id: number }) => id)
    await becomeNewFan(page, 'Sly Secret')
    const paths = [
      ...(await listPaths(baseURL)),
      `/shows/${open.id}/proof`,
      `/leaderboard?tab=shows&show=${open.id}`,
    ]
    const admin = await openBrowser(browser, watchConsole, { baseURL })
    await logInByRequest(admin, DEMO_ADMIN)
    const readAfter = async (picked: readonly number[]) => {
      await pick(page, open.id, picked)
      // Ends all that is kept of the show, which otherwise would hide a leak.
      for (const overlay of ['live', 'closed'])
        await expect(
          await admin.request.put(`/api/admin/shows/${open.id}/overlay`, { data: { overlay } }),
        ).toBeOK()
      return readPages(visitor, paths)
    }
    // Countdowns go on, and what was just picked is counted with a delay.
    await expect(async () => {
      const before = await readAfter(ids.slice(0, 6))
      const after = await readAfter(ids.slice(20, 26))
      for (const path of paths) expect(differenceOf(before.get(path), after.get(path)), path).toBe('')
    }).toPass({ timeout: 120_000 })
    await visitor.dispose()
  },
)

test(
  'drops a suspended name from every page within a second',
  LONG,
  async ({ browser, baseURL: url, watchConsole }) => {
    const baseURL = url ?? ''
    const visitor = await newRequest.newContext({ baseURL })
    const [{ userId, userName }] = (await (await visitor.get('/api/leaderboard')).json()).leaderboard
    const paths = await listPaths(baseURL)
    const withName = async () => {
      const pages = await readPages(visitor, paths)
      return paths.filter((path) => pages.get(path)?.includes(userName))
    }
    const named = await withName()
    expect(named).toEqual(expect.arrayContaining(['/leaderboard', `/players/${userId}`]))
    const admin = await openBrowser(browser, watchConsole, { baseURL })
    await logInByRequest(admin, DEMO_ADMIN)
    const suspension = `/api/admin/users/${userId}/suspension`
    await expect(await admin.request.put(suspension, { data: { reason: 'a test' } })).toBeOK()
    try {
      await expect.poll(withName, { timeout: 1_000 }).toEqual([])
    } finally {
      await expect(await admin.request.delete(suspension)).toBeOK()
    }
    await expect.poll(withName, { timeout: 10_000 }).toEqual(named)
    await visitor.dispose()
  },
)

test('stays still when the fonts come last', LONG, async ({ browser, baseURL: url }) => {
  test.setTimeout(300_000)
  const baseURL = url ?? ''
  for (const path of await listPaths(baseURL)) {
    const page = await openBrowser(browser, () => undefined, { ...PHONE, baseURL, serviceWorkers: 'block' })
    await page.addInitScript(watchShifts)
    const isPainted = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await isPainted.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await expect(page.locator('#root')).toHaveAttribute('data-rendered')
    await page.evaluate(idleAndPainted)
    isPainted.resolve()
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    await page.evaluate(idleAndPainted)
    expect.soft(await shiftOf(page), `${path}\n${await movedOn(page)}`).toBeLessThanOrEqual(0.02)
    await page.context().close()
  }
})
