import type { Page } from '@playwright/test'
import { invent, type Screen, visitor, WIDE, WIDE_MADE_UP } from './screen.ts'

const SEASON = '**/api/tours/*/season'

type ListedTour = { id: number; final_show: number | null }

/** A tour's id is not known before. */
async function goToSeason(page: Page, isOver: boolean): Promise<void> {
  const { tours } = await (await page.request.get('/api/tours')).json()
  const tour = tours.find(({ final_show }: ListedTour) => (final_show !== null) === isOver)
  await page.goto(`/tours/${tour.id}/season`)
}

async function openSeason(page: Page): Promise<void> {
  await goToSeason(page, true)
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
  await goToSeason(page, false)
  await page.getByText('This tour is not over yet.').waitFor()
}

export const seasonScreens: readonly Screen[] = [
  visitor('season', '/', openSeason, WIDE),
  visitor('season-full', '/', openFullSeason, WIDE_MADE_UP),
  visitor('season-running', '/', openRunningSeason),
]
