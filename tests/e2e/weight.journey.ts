import { expect, test } from '@playwright/test'
import { patterns } from '../../web/src/lib/paths.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'
import { readBuild, weigh } from './weight.ts'

/** Gzipped bytes. */
const MAX_FIRST_VIEW = { js: 170_000, css: 25_000 }
/** What a page adds to the first view before its own paint. */
const MAX_FURTHER = { scripts: 12, styles: 4, bytes: 70_000 }
const MAX_IDLE_FILES = 6

/** In the first view. */
const HOME_PATHS: readonly string[] = [patterns.home, patterns.prediction, patterns.score]

/** Chunks that are loaded after the first view: at once, and while the browser is idle. */
const LATER = {
  visitor: { wanted: ['live'], idle: ['dialogs'] },
  fan: { wanted: ['live', 'fan'], idle: ['dialogs', 'account', 'share-dialog'] },
}
const LATER_AT_HOME = {
  visitor: { wanted: ['home', 'song-browser'], idle: [] },
  fan: { wanted: ['home', 'song-browser', 'phase-card'], idle: ['builder'] },
}
/** Loaded when they are wanted: the overlay, how a prediction scored, and the leagues of a fan's leaderboard. */
const ON_DEMAND = ['show-overlay', 'night', 'board-parts', 'reauthentication-dialog', 'rights-rest']

/** What a fan needs on the leaderboard. */
const LEAGUES = 'src/features/leagues/board-parts.ts'

/** In the last hour before a lock, and while a show runs. */
const STRIPS = ['src/app/lock-strip.tsx', 'src/app/live-strip.tsx']

/** What a visitor cannot use. */
const OF_USERS = /\/(fan|account|admin|dashboard|installation|forms|menu|builder|share-dialog)-/

test('keeps the first view within its limit', () => {
  const { js, css } = weigh(readBuild().firstView)
  expect(js, 'JavaScript').toBeLessThanOrEqual(MAX_FIRST_VIEW.js)
  expect(css, 'CSS').toBeLessThanOrEqual(MAX_FIRST_VIEW.css)
})

test('keeps what every further page needs for its paint within the limits', () => {
  const { pages, chunksInCircles } = readBuild()
  const paths = Object.values<string>(patterns).filter((pattern) => !HOME_PATHS.includes(pattern))
  expect([...pages.keys()].sort()).toEqual(paths.sort())
  for (const [path, files] of pages) {
    const { scripts, styles, js, css } = weigh(files)
    expect.soft(scripts, `scripts of ${path}`).toBeLessThanOrEqual(MAX_FURTHER.scripts)
    expect.soft(styles, `styles of ${path}`).toBeLessThanOrEqual(MAX_FURTHER.styles)
    expect.soft(js + css, `bytes of ${path}`).toBeLessThanOrEqual(MAX_FURTHER.bytes)
  }
  // In a circle a chunk would run before one that it imports.
  expect(chunksInCircles).toEqual([])
})

test('loads at most six files while the browser is idle, none for somebody else', () => {
  const { firstView, pages, laterChunks, filesOfLater } = readBuild()
  const known = [LATER, LATER_AT_HOME].flatMap(({ fan }) => [...fan.wanted, ...fan.idle])
  expect(laterChunks.sort()).toEqual([...known, ...ON_DEMAND].sort())
  for (const person of ['visitor', 'fan'] as const) {
    const { wanted, idle } = LATER[person]
    const atHome = LATER_AT_HOME[person]
    const atOnce = filesOfLater([...wanted, ...atHome.wanted])
    const idleAtHome = filesOfLater([...idle, ...atHome.idle])
      .difference(firstView)
      .difference(atOnce)
    expect([...idleAtHome].length, `home, ${person}`).toBeLessThanOrEqual(MAX_IDLE_FILES)
    for (const [path, files] of pages) {
      const further = filesOfLater(idle)
        .difference(firstView)
        .difference(files)
        .difference(filesOfLater(wanted))
      expect.soft([...further].length, `${path}, ${person}`).toBeLessThanOrEqual(MAX_IDLE_FILES)
    }
  }
  const { visitor } = LATER
  const ofVisitor = filesOfLater([...visitor.wanted, ...visitor.idle, ...LATER_AT_HOME.visitor.wanted])
  expect([...ofVisitor].filter((file) => OF_USERS.test(file))).toEqual([])
})

test('loads nothing else than that in a browser', async ({ page }) => {
  const { firstView, pages, filesOfLater, filesOfModule } = readBuild()
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
  for (const person of ['visitor', 'fan'] as const) {
    if (person === 'fan') await logInByRequest(page, DEMO_FAN)
    const later = [...LATER[person].wanted, ...LATER[person].idle]
    const laterAtHome = [...LATER_AT_HOME[person].wanted, ...LATER_AT_HOME[person].idle]
    for (const [path, names] of [
      [patterns.leaderboard, later],
      [patterns.home, [...later, ...laterAtHome]],
    ] as const) {
      loaded.clear()
      await page.goto(path, { waitUntil: 'networkidle' })
      const expected = firstView
        .union(pages.get(path) ?? new Set())
        .union(filesOfLater(names))
        .union(person === 'fan' ? filesOfModule(LEAGUES) : new Set())
        .union(new Set(STRIPS.flatMap((strip) => [...filesOfModule(strip)])))
      const others = [...loaded].filter((file) => /\.(js|css)$/.test(file) && !expected.has(file))
      expect.soft(others, `${path}, ${person}`).toEqual([])
    }
  }
})
