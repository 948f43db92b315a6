import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import type { Page } from '@playwright/test'
import { patterns } from '../../web/src/lib/paths.ts'
import { PSEUDO_LANGUAGE } from '../support/pseudo-language.ts'
import { untilStill } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { DEMO_ADMIN, DEMO_FAN, logInByRequest } from './people.ts'
import { publicPages } from './public-pages.ts'

test.skip(!process.env.LANGUAGES_DIR, 'only with the invented language, as npm run test:all builds it')

const WIDTHS = [375, 768, 1440]

const OF_FANS = [
  'myPredictions',
  'notifications',
  'notificationSettings',
  'apiKeys',
  'leagues',
  'profile',
] as const
const OF_VISITORS = ['login', 'register', 'forgotPassword', 'resendVerification'] as const
const OF_ADMINS = [
  'admin',
  'adminPeople',
  'adminSystem',
  'adminWebhooks',
  'adminScoring',
  'adminSongs',
] as const

/** Runs in the page: texts that are no messages of the invented language, and such that are cut. */
function findFaults(data: readonly string[]): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const found: string[] = []
  // The name that the server gives a song that is gone.
  const known = [...data, 'Unknown song'].toSorted((one, other) => other.length - one.length)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const check = (text: string) => {
    let words = text.replace(/\[[^\]]*\]/g, ' ')
    for (const each of known) words = words.replaceAll(each, ' ')
    if (/[a-z]{3,} [a-z]{3,}/.test(words)) found.push(`plain: ${words.trim()}`)
  }
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (!parent || parent.closest('script, style, noscript, code, pre') || !isShown(parent)) continue
    check(walker.currentNode.textContent ?? '')
  }
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) check(element.getAttribute(name) ?? '')
    const text = element.textContent?.trim() ?? ''
    const isMessage = element.childElementCount === 0 && /^\[[^\]]*\]$/.test(text)
    const isCut =
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'
    const isHidden = element.closest('.visually-hidden') !== null || !isShown(element)
    if (isMessage && isCut && !isHidden) found.push(`cut: ${text}`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth,
    )
    found.push(`wider by ${scrollWidth - clientWidth} px: ${wide.at(-1)?.outerHTML.slice(0, 200)}`)
  }
  return [...new Set(found)]
}

/** Names and texts that are in no language, or the band's own. */
async function readData(page: Page): Promise<string[]> {
  const read = async (path: string) => JSON.stringify(await (await page.request.get(path)).json())
  const bodies = await Promise.all(
    [
      '/api/site',
      '/api/songs/all',
      '/api/shows/upcoming',
      '/api/shows/recent/multiple',
      '/api/tours',
      '/api/leaderboard',
    ].map(read),
  )
  return bodies.flatMap((body) => body.match(/(?<=")[^"]{3,}(?="(?!:))/g) ?? [])
}

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(`says everything by messages, and cuts none: pages of a ${as}`, LONG, async ({ page, baseURL }) => {
    test.setTimeout(900_000)
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: PSEUDO_LANGUAGE, url: baseURL ?? '' }])
    const pages = Object.values(await publicPages(baseURL ?? '')).map(([path]) => path)
    const data = await readData(page)
    if (as !== 'visitor') await logInByRequest(page, as === 'fan' ? DEMO_FAN : DEMO_ADMIN)
    const own = { visitor: OF_VISITORS, fan: OF_FANS, admin: OF_ADMINS }[as]
    const paths = [...(as === 'admin' ? [] : pages), ...own.map((name) => patterns[name])]
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await untilStill(page)
        expect.soft(await page.evaluate(findFaults, data), `${path} at ${width} px`).toEqual([])
      }
    }
  })
}
