import type { Page } from '@playwright/test'
import { audit, contrastsOf, untilStill } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'
import { invent, leave, respond, type Screen, waitForChances } from './screen.ts'
import { ACCOUNTS, screens } from './screens.ts'
import { HEIGHTS } from './screenshots.ts'

const PHONE = { width: 375, height: HEIGHTS[375] } as const
const NARROW = { width: 320, height: 640 } as const
const SMALL = { width: 375, height: 667 } as const

test.use({ trace: 'off' })

/** Runs in the page: its excess width, and the texts that end at an edge and cannot be scrolled. */
function readCuts(): string[] {
  const root = document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') ?? document.body
  const wide = document.documentElement.scrollWidth - innerWidth
  const cut = new Set(wide > 0 ? [`${wide} px too wide`] : [])
  const isCut = (text: Text, { left, right }: DOMRect): boolean => {
    for (let box = text.parentElement; box; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box)
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return false
      const edges = overflowX === 'visible' ? null : box.getBoundingClientRect()
      if (edges && left < edges.right && right > edges.right + 1) return true
      if (edges && right > edges.left && left < edges.left - 1) return true
    }
    return right > innerWidth + 1
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement
    if (!(text instanceof Text) || !text.data.trim()) continue
    if (!around || around.closest('[aria-hidden="true"], [inert], .visually-hidden')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const node = text
    if (Array.from(range.getClientRects()).some((line) => isCut(node, line)))
      cut.add(`${around.className} cuts ${text.data.slice(0, 60)}`)
  }
  return [...cut]
}

/** Runs in the page: what is selected and looks, but for its colours, like what is not. */
function readUnmarked(): string[] {
  const STATES = { 'aria-pressed': 'true', 'aria-selected': 'true', 'aria-current': '' }
  const lookOf = (element: Element) => {
    const { outlineStyle, borderTopWidth, textDecorationLine } = getComputedStyle(element)
    return `${outlineStyle} ${borderTopWidth} ${textDecorationLine}`
  }
  return Object.entries(STATES).flatMap(([state, value]) => {
    const selected = document.querySelectorAll(value ? `[${state}="${value}"]` : `[${state}]`)
    return Array.from(selected).flatMap((element) => {
      const peers = Array.from(document.querySelectorAll(element.tagName)).filter(
        (peer) =>
          peer.classList[0] === element.classList[0] &&
          peer.getAttribute(state) !== element.getAttribute(state),
      )
      const isLike = peers.length > 0 && peers.every((peer) => lookOf(peer) === lookOf(element))
      return isLike ? [`${state}: ${element.textContent?.slice(0, 60)}`] : []
    })
  })
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

/** Its million of players is cut at twice the text size. */
const TOO_CROWDED = 'shared-card-crowded'

const screensOf = (as: Screen['as']) =>
  screens.filter((screen) => screen.as === as && screen.name !== TOO_CROWDED)

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`shows a ${as} all texts on a narrow phone, at twice their size and in few colours`, async ({
    browser,
    watchConsole,
  }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({
      viewport: PHONE,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    watchConsole(page)
    if (as !== 'visitor') await logInByRequest(page, ACCOUNTS[as])
    for (const { name, path, settle, act } of screensOf(as)) {
      await test.step(name, async () => {
        await page.goto(path)
        await settle(page)
        await act?.(page)
        await page.setViewportSize(NARROW)
        await untilStill(page)
        expect.soft(await page.evaluate(readCuts), `${name} at 320 px`).toEqual([])
        await page.setViewportSize(PHONE)
        await setTextSize(page, '200%')
        await untilStill(page)
        expect.soft(await page.evaluate(readCuts), `${name} at twice the text size`).toEqual([])
        await setTextSize(page, '')
        await page.emulateMedia({ forcedColors: 'active' })
        await untilStill(page)
        expect.soft(await page.evaluate(readUnmarked), `${name} marks what is selected`).toEqual([])
        await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
        expect.soft(await contrastsOf(page), `${name} with more contrast`).toEqual([])
        await page.emulateMedia({ contrast: 'no-preference' })
        await leave(page)
      })
    }
    await context.close()
  })
}

type Pick = { show_id: number; score: number | null }
type Played = { id: number }

function firstOf(picks: readonly Pick[], shows: readonly Played[]): [Pick, Played] {
  for (const show of shows) {
    const own = picks.find(({ show_id }) => show_id === show.id)
    if (own) return [own, show]
  }
  throw new Error('the demo fan has played no recent show')
}

/** The overlay over the boards, in mode *live*: the newest show of the demo as if its encore were played. */
async function openLiveOverlay(page: Page): Promise<void> {
  const read = async (path: string) => (await page.request.get(path)).json()
  const { shows } = await read('/api/shows/recent/multiple')
  const picksPath = `/api/users/${(await read('/api/auth/me')).id}/predictions`
  const { predictions } = await read(picksPath)
  const [own, show] = firstOf(predictions, shows)
  const { config } = await read('/api/admin/config')
  const live = await read(`/api/shows/${show.id}/live`)
  await respond(page, {
    '/api/admin/config': { config: { ...config, siteOverlayEnabled: true } },
    [picksPath]: { predictions: [{ ...own, score: null }] },
    '/api/shows/live': { shows: [{ ...show, phase: 'live', is_scored: false, overlay: 'live' }] },
    [`/api/shows/${show.id}/live`]: { ...live, phase: 'live', openSet: 'encore' },
  })
  // It would send what the server has.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await invent(page, /:\d+\/leaderboard$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/("siteOverlayEnabled": ?)false/, '$1true')
    await route.fulfill({ response, body })
  })
  await page.goto('/leaderboard')
  await page
    .getByRole('dialog')
    .getByText(/^#\d+ of/)
    .waitFor()
}

test('begins a small phone with points, rank and what leads on', async ({ browser, watchConsole }) => {
  const context = await browser.newContext({ viewport: SMALL })
  const page = await context.newPage()
  watchConsole(page)
  await logInByRequest(page, DEMO_FAN)
  await openLiveOverlay(page)
  for (const part of [page.getByText(/^#\d+ of/), page.getByRole('link', { name: /^see .* live$/ })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  expect(await audit(page, 'light')).toEqual([])
  await page.unrouteAll()
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  await page.goto(`/prediction/${shows[1].id}/score`)
  await expect(page.getByTestId('total-score')).toBeInViewport({ ratio: 1 })
  await context.close()
})

for (const { name, as } of [
  { name: 'home-visitor', as: 'visitor' },
  { name: 'home-fan', as: 'fan' },
  { name: 'sheet-visitor', as: 'visitor' },
  { name: 'builder-song-open', as: 'fan' },
  { name: 'show-own-card', as: 'fan' },
  { name: 'leaderboard', as: 'visitor' },
  { name: 'leaderboard-around-me', as: 'fan' },
] as const) {
  test(`reads ${name} as it is kept`, async ({ browser, watchConsole }) => {
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
    const page = await context.newPage()
    watchConsole(page)
    if (as !== 'visitor') await logInByRequest(page, ACCOUNTS[as])
    const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
    await waitForChances(page, shows[0].id)
    const screen = screens.find((each) => each.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    await page.goto(screen.path)
    await screen.settle(page)
    await screen.act?.(page)
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${name}.aria.yml` })
    await context.close()
  })
}

test('shows the API documentation in both themes', async ({ page }) => {
  const groundOf = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/api/docs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  }
  expect(await groundOf('dark')).not.toBe(await groundOf('light'))
})
