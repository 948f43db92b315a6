import { type BrowserContextOptions, request as newRequest } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'

/** What React leaves to the browser, and what is shown until a page has its data. */
const FALLBACKS = /<template|loading\.\.\.|Loading (?!songs)/

const DEVICES: Readonly<Record<string, BrowserContextOptions & { theme?: string }>> = {
  'phone, dark': {
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  },
  'far east, chosen light': { timezoneId: 'Asia/Tokyo', colorScheme: 'dark', theme: 'light' },
  'far west, no motion': { timezoneId: 'Pacific/Honolulu', reducedMotion: 'reduce', colorScheme: 'light' },
}

/** Public pages with what only their data say. */
async function publicPages(
  baseURL: string,
): Promise<readonly (readonly [path: string, ...facts: string[]])[]> {
  const api = await newRequest.newContext({ baseURL })
  const read = async (path: string) => (await api.get(path)).json()
  const [open] = (await read('/api/shows/upcoming')).shows
  const [scored] = (await read('/api/shows/recent/multiple')).shows
  const [song] = (await read('/api/songs/all')).songs
  const [first] = (await read('/api/leaderboard')).leaderboard
  const { tours } = await read('/api/tours')
  const over = tours.find((tour: { final_show: number | null }) => tour.final_show !== null)
  const { performances } = await read(`/api/shows/${scored.id}/live`)
  // A worker computes them when they are first asked for.
  for (const built of [`/api/tours/${over.id}/season`, `/api/shows/${scored.id}/replay`])
    await expect.poll(async () => (await api.get(built)).status()).toBe(200)
  await api.dispose()
  return [
    ['/', open.venue],
    [`/shows/${open.id}`, open.venue, open.location, 'picks close in'],
    [`/shows/${scored.id}`, scored.venue, performances[0].song.name, performances.at(-1).song.name],
    [`/songs/${song.id}-${song.slug}`, song.name],
    ['/leaderboard', first.userName],
    [`/leaderboard?tab=tours&tour=${over.id}`, over.name],
    ['/machine', 'against the odds'],
    ['/above-expectation', first.userName],
    [`/players/${first.userId}`, first.userName],
    [`/tours/${over.id}/season`, over.name],
    [`/shows/${scored.id}/replay`, scored.venue],
    [`/shows/${scored.id}/proof`, scored.venue],
    [`/shows/${scored.id}/practice`, scored.venue],
    ['/practice', 'practice'],
  ]
}

test('says what every public page is about without a script', async ({ baseURL: url }) => {
  const baseURL = url ?? ''
  const api = await newRequest.newContext({ baseURL, extraHTTPHeaders: { accept: 'text/html' } })
  const titles: string[] = []
  const pages = await publicPages(baseURL)
  for (const [path, ...facts] of pages) {
    const html = await (await api.get(path)).text()
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    const words = main.replaceAll('&#x27;', "'")
    for (const fact of facts) expect.soft(words.includes(fact), `${path}: ${fact}`).toBe(true)
    expect.soft(FALLBACKS.exec(main), path).toBeNull()
    titles.push(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
  }
  // Of the boards, and of the two pages *against the odds*.
  const repeated = titles.filter((title, at) => titles.indexOf(title) !== at)
  expect(repeated).toEqual(['leaderboard · Called It', 'against the odds · Called It'])
  await api.dispose()
})

for (const [device, { theme, ...options }] of Object.entries(DEVICES)) {
  test(
    `is taken over as it was rendered: ${device}`,
    LONG,
    async ({ browser, baseURL: url, watchConsole }) => {
      const baseURL = url ?? ''
      for (const person of ['visitor', 'fan'] as const) {
        const context = await browser.newContext({ ...options, baseURL })
        if (theme)
          await context.addInitScript((chosen) => localStorage.setItem('called-it:theme', chosen), theme)
        const page = await context.newPage()
        if (person === 'fan') await logInByRequest(page, DEMO_FAN)
        watchConsole(page)
        for (const [path] of await publicPages(baseURL)) {
          await page.goto(path)
          await expect(page.locator('#root'), path).toHaveAttribute('data-rendered')
          await expect(page.locator('main h1').first(), path).toBeAttached()
        }
        await context.close()
      }
    },
  )
}
