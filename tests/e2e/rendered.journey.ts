import { type BrowserContextOptions, request as newRequest } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { chooseLanguage, DEMO_FAN, logInByRequest } from './people.ts'
import { publicPages } from './public-pages.ts'

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
  'in German': { locale: 'de-DE' },
  'in Spanish': { locale: 'es-MX', viewport: { width: 375, height: 812 } },
  'far west, no motion': { timezoneId: 'Pacific/Honolulu', reducedMotion: 'reduce', colorScheme: 'light' },
}

/** For who has the link: in no search engine. */
const BY_LINK = /^\/(?:s|join)\//

test('says what every public page is about without a script', async ({ baseURL: url }) => {
  const baseURL = url ?? ''
  const api = await newRequest.newContext({ baseURL, extraHTTPHeaders: { accept: 'text/html' } })
  const titles: string[] = []
  for (const [path, ...facts] of Object.values(await publicPages(baseURL))) {
    const response = await api.get(path)
    const html = await response.text()
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    const words = main.replaceAll('&#x27;', "'")
    expect.soft(response.status(), path).toBe(200)
    for (const fact of facts) expect.soft(words.includes(fact), `${path}: ${fact}`).toBe(true)
    expect.soft(FALLBACKS.exec(main), path).toBeNull()
    titles.push(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    const canonical = new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? 'none:')
    expect.soft(canonical.pathname + canonical.search.replaceAll('&amp;', '&'), path).toBe(path)
    if (path === '/' || BY_LINK.test(path)) continue
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
    const kinds = data['@graph'].map((part: { '@type': string }) => part['@type'])
    const isShow = /^\/shows\/\d+$/.test(path)
    expect.soft(kinds, path).toEqual(isShow ? ['BreadcrumbList', 'MusicEvent'] : ['BreadcrumbList'])
  }
  // Of the boards.
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual(['leaderboard · Called It'])
  expect((await api.get('/no/such/page')).status()).toBe(404)
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
        await chooseLanguage(page, options.locale?.slice(0, 2) ?? 'en', baseURL)
        watchConsole(page)
        for (const [path] of Object.values(await publicPages(baseURL))) {
          await page.goto(path)
          await expect(page.locator('#root'), path).toHaveAttribute('data-rendered')
          await expect(page.locator('main h1').first(), path).toBeAttached()
        }
        await chooseLanguage(page, 'en', baseURL)
        await context.close()
      }
    },
  )
}
