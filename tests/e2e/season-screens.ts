import type { Page } from '@playwright/test'
import { invent, type Screen, visitor, WIDE, WIDE_MADE_UP } from './screen.ts'

const SEASON = '**/api/tours/*/season'

type ListedTour = { id: number; final_show: number | null }

/** A tour's id is not known before. */
async function goToTour(page: Page, isOver: boolean, part = ''): Promise<void> {
  const { tours } = await (await page.request.get('/api/tours')).json()
  const tour = tours.find(({ final_show }: ListedTour) => (final_show !== null) === isOver)
  await page.goto(`/tours/${tour.id}${part}`)
}

async function openSeason(page: Page): Promise<void> {
  await goToTour(page, true, '/season')
  await page.getByRole('table', { name: 'final table' }).waitFor()
}

/** Long names, four winners, and an award that nobody gets. */
async function openFullSeason(page: Page): Promise<void> {
  // It may have to be built.
  await openSeason(page)
  await invent(page, SEASON, async (route) => {
    const season = await (await route.fetch()).json()
    const table = season.table.map((row: { rank: number }, index: number) => ({
      ...row,
      rank: index < 4 ? 1 : row.rank,
      userName: index % 2 === 0 ? 'Wilhelmina-Hyphenated von und zu Strouding' : '🎸 مرحبا بالعالم',
    }))
    await route.fulfill({ json: { ...season, table, awards: { ...season.awards, most_improved: null } } })
  })
  await openSeason(page)
}

async function openRunningSeason(page: Page): Promise<void> {
  await goToTour(page, false, '/season')
  await page.getByText('This tour is not over yet.').waitFor()
}

async function openTour(page: Page, isOver: boolean): Promise<void> {
  await goToTour(page, isOver)
  await page.getByRole('region', { name: 'setlists' }).waitFor()
}

const openSetlist = (page: Page) => page.locator('summary').first().click()

/** Long names, and a song that was away for long. */
async function openFullTour(page: Page): Promise<void> {
  await openTour(page, true)
  await invent(page, '**/api/tours/*', async (route) => {
    const tour = await (await route.fetch()).json()
    const [{ song, show }] = tour.statistics.debuts
    const name = 'The Man Who Stepped Out of the Photograph and Into the Long, Long Rain'
    const bust_outs = [{ song, show, gap: 1_412, last: '1994-06-11' }]
    const rests = [{ song, shows: 2_004, last: '1988-02-29' }]
    const statistics = { ...tour.statistics, bust_outs, rests }
    await route.fulfill({ json: { ...tour, names: { ...tour.names, [song]: name }, statistics } })
  })
  await openTour(page, true)
  await page.getByRole('region', { name: 'longest rests' }).waitFor()
}

/** A tour that is announced. */
async function openEmptyTour(page: Page): Promise<void> {
  await invent(page, '**/api/tours/*', async (route) => {
    const tour = await (await route.fetch()).json()
    const nothing = { songs: [], openers: [], closers: [], bust_outs: [], debuts: [], rests: [] }
    await route.fulfill({ json: { ...tour, is_over: false, shows: [], names: {}, statistics: nothing } })
  })
  await goToTour(page, true)
  await page.getByText('This tour has no shows yet.').waitFor()
}

export const seasonScreens: readonly Screen[] = [
  visitor('tour', '/', (page) => openTour(page, true), { ...WIDE, act: openSetlist }),
  visitor('tour-running', '/', (page) => openTour(page, false)),
  visitor('tour-full', '/', openFullTour, WIDE_MADE_UP),
  visitor('tour-empty', '/', openEmptyTour, WIDE_MADE_UP),
  visitor('season', '/', openSeason, WIDE),
  visitor('season-full', '/', openFullSeason, WIDE_MADE_UP),
  visitor('season-running', '/', openRunningSeason),
]
