import type { PublicPage } from '@called-it/shared/contract/page-paths'
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

type Facts = readonly [path: string, ...facts: string[]]

/** Every public page with what only its data say; the board of a tour, and a show in another phase. */
async function publicPages(
  baseURL: string,
): Promise<Readonly<Record<PublicPage | 'tourBoard' | 'scoredShow', Facts>>> {
  const api = await newRequest.newContext({ baseURL })
  const read = async (path: string) => (await api.get(path)).json()
  const [open] = (await read('/api/shows/upcoming')).shows
  // The demo's fan has picked the second one.
  const [scored, picked] = (await read('/api/shows/recent/multiple')).shows
  const [song] = (await read('/api/songs/all')).songs
  const [first] = (await read('/api/leaderboard')).leaderboard
  const { tours } = await read('/api/tours')
  const over = tours.find((tour: { final_show: number | null }) => tour.final_show !== null)
  const { performances } = await read(`/api/shows/${scored.id}/live`)
  // A worker computes them when they are first asked for.
  for (const built of [
    `/api/tours/${over.id}`,
    `/api/tours/${over.id}/season`,
    `/api/shows/${scored.id}/replay`,
  ])
    await expect.poll(async () => (await api.get(built)).status()).toBe(200)
  const { statistics, names } = await read(`/api/tours/${over.id}`)

  await expect(await api.post('/api/auth/login', { data: DEMO_FAN })).toBeOK()
  const { token: share } = await (await api.put(`/api/users/current/shows/${picked.id}/share`)).json()
  const data = { name: 'Row R', tour_id: null, counts_from: 'all', drop_worst: 0 }
  const { leagues } = await read('/api/leagues')
  const league =
    leagues.find(({ name }: { name: string }) => name === data.name) ??
    (await (await api.post('/api/leagues', { data })).json()).league
  const { token: invitation } = await read(`/api/leagues/${league.id}/invitation`)
  await api.dispose()
  const tour = `/tours/${over.id}`
  return {
    home: ['/', open.venue],
    show: [`/shows/${open.id}`, open.venue, open.location, 'picks close in'],
    scoredShow: [
      `/shows/${scored.id}`,
      scored.venue,
      performances[0].song.name,
      performances.at(-1).song.name,
    ],
    replay: [`/shows/${scored.id}/replay`, scored.venue],
    proof: [`/shows/${scored.id}/proof`, scored.venue],
    practice: [`/shows/${scored.id}/practice`, scored.venue],
    practiceShows: ['/practice', 'practice'],
    song: [`/songs/${song.id}-${song.slug}`, song.name],
    leaderboard: ['/leaderboard', first.userName],
    tourBoard: [`/leaderboard?tab=tours&tour=${over.id}`, over.name],
    machine: ['/machine', 'against the odds'],
    aboveExpectation: ['/above-expectation', first.userName],
    player: [`/players/${first.userId}`, first.userName],
    tour: [tour, over.name, names[statistics.songs[0].song], names[statistics.closers[0].song]],
    season: [`${tour}/season`, over.name],
    share: [`/s/${share}`, picked.venue],
    invitation: [`/join/${invitation}`, data.name],
  }
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
        watchConsole(page)
        for (const [path] of Object.values(await publicPages(baseURL))) {
          await page.goto(path)
          await expect(page.locator('#root'), path).toHaveAttribute('data-rendered')
          await expect(page.locator('main h1').first(), path).toBeAttached()
        }
        await context.close()
      }
    },
  )
}
