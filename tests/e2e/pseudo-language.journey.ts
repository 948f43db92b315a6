import { OTHER_PAGES } from '@called-it/shared/contract/page-paths'
import type { Page } from '@playwright/test'
import { PSEUDO_LANGUAGE } from '../support/pseudo-language.ts'
import { untilStill } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { chooseLanguage, DEMO_ADMIN, DEMO_FAN, logInByRequest } from './people.ts'
import { publicPages } from './public-pages.ts'

test.skip(!process.env.LANGUAGES_DIR, 'only with the invented language, as npm run test:all builds it')

const WIDTHS = [375, 768, 1440]
/** The narrowest phone, and the width at which WCAG wants pages to reflow. */
const NARROW = 320

/** Who sees the pages that are not public; null: a page for developers, in English by the specification. */
const OTHERS = {
  prediction: 'fan',
  score: 'fan',
  // The demo has an admin.
  setup: null,
  login: 'visitor',
  register: 'visitor',
  registrationSuccess: 'visitor',
  verifyEmail: 'visitor',
  linkSent: 'visitor',
  emailLink: 'visitor',
  signedIn: 'visitor',
  resendVerification: 'visitor',
  forgotPassword: 'visitor',
  resetPassword: 'visitor',
  changeAddress: 'visitor',
  profile: 'fan',
  access: 'fan',
  apiKeys: 'fan',
  myPredictions: 'fan',
  liveEditor: 'admin',
  leagues: 'fan',
  league: 'fan',
  notifications: 'fan',
  notificationSettings: 'fan',
  unsubscribe: 'visitor',
  admin: 'admin',
  adminPeople: 'admin',
  adminSystem: 'admin',
  adminAudit: 'admin',
  adminSettings: 'admin',
  adminBackups: 'admin',
  adminSetup: 'admin',
  adminReports: 'admin',
  adminWebhooks: 'admin',
  adminScoring: 'admin',
  setlistEditor: 'admin',
  adminSongs: 'admin',
  adminSong: 'admin',
  testTours: null,
} as const satisfies Record<keyof typeof OTHER_PAGES, 'visitor' | 'fan' | 'admin' | null>

/** Of the pages that somebody sees, with things that are there. */
async function pathsOf(page: Page, as: 'visitor' | 'fan' | 'admin'): Promise<string[]> {
  const read = async (path: string) => (await page.request.get(path)).json()
  const [open] = (await read('/api/shows/upcoming')).shows
  // The demo's fan has picked the second one.
  const [, picked] = (await read('/api/shows/recent/multiple')).shows
  const [song] = (await read('/api/songs/all')).songs
  const [league] = as === 'fan' ? (await read('/api/leagues')).leagues : []
  const things: Record<string, unknown> = { showId: open.id, songId: song.id, leagueId: league?.id }
  return Object.entries(OTHERS)
    .filter(([, who]) => who === as)
    .map(([name]) => {
      const pattern = Object.entries<string>(OTHER_PAGES).find(([each]) => each === name)?.[1] ?? ''
      const given: Record<string, unknown> = name === 'score' ? { ...things, showId: picked.id } : things
      return pattern.replace(/:(\w+)\??/g, (_, thing: string) => String(given[thing] ?? 'unknown'))
    })
}

/** Runs in the page: texts that are no messages of the invented language, and such that are cut. */
function findTexts(data: readonly string[]): string[] {
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
    // Such as the preview of home in the language that is edited.
    if (parent.closest('body [lang]')) continue
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
  return [...new Set(found)]
}

/** Runs in the page: what makes it wider than the window. */
function findWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const all = [...document.body.querySelectorAll('*')]
  const wide = all.filter((each) => each.getBoundingClientRect().right > clientWidth)
  return [`wider by ${scrollWidth - clientWidth} px: ${wide.at(-1)?.outerHTML.slice(0, 200)}`]
}

/** What other journeys have left for them: notices, and results of runs, which workers store in English. */
const READ_BY = { visitor: [], fan: ['/api/users/current/notifications'], admin: ['/api/admin/runs'] }

/** Names and texts that are in no language, or the band's own. */
async function readData(page: Page, as: keyof typeof READ_BY): Promise<string[]> {
  const read = async (path: string) => JSON.stringify(await (await page.request.get(path)).json())
  const bodies = await Promise.all(
    [
      '/api/site',
      '/api/songs/all',
      '/api/shows/upcoming',
      '/api/shows/recent/multiple',
      '/api/tours',
      '/api/leaderboard',
      ...READ_BY[as],
    ].map(read),
  )
  return bodies.flatMap((body) => body.match(/(?<=")[^"]{3,}(?="(?!:))/g) ?? [])
}

for (const as of ['visitor', 'fan', 'admin'] as const) {
  test(
    `says everything by messages, and cuts none: pages of a ${as}`,
    LONG,
    async ({ page, baseURL: url }) => {
      test.setTimeout(900_000)
      const baseURL = url ?? ''
      const pages = Object.values(await publicPages(baseURL)).map(([path]) => path)
      if (as !== 'visitor') await logInByRequest(page, as === 'fan' ? DEMO_FAN : DEMO_ADMIN)
      const data = await readData(page, as)
      const paths = [...(as === 'admin' ? [] : pages), ...(await pathsOf(page, as))]
      // Words without a space may be longer in a real language than in the invented one.
      for (const language of [PSEUDO_LANGUAGE, 'de', 'es']) {
        const widths = language === PSEUDO_LANGUAGE ? WIDTHS : [NARROW, ...WIDTHS]
        await chooseLanguage(page, language, baseURL)
        for (const path of paths) {
          await page.goto(path, { waitUntil: 'networkidle' })
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 })
            await untilStill(page)
            const texts = language === PSEUDO_LANGUAGE ? await page.evaluate(findTexts, data) : []
            const faults = [...texts, ...(await page.evaluate(findWide))]
            expect.soft(faults, `${path} in ${language} at ${width} px`).toEqual([])
          }
        }
      }
      await chooseLanguage(page, 'en', baseURL)
    },
  )
}
