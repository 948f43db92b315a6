import type { Locator, Page } from '@playwright/test'
import type { SetLabel } from './builder.ts'
import { expect } from './console-watch.ts'

export async function openLiveEditor(page: Page, showId: number): Promise<void> {
  await page.goto(`/shows/${showId}/live`)
  await expect(page.getByText('tap what they play')).toBeVisible()
}

const played = (page: Page): Locator => page.getByRole('region', { name: 'played so far' })

const tiles = (page: Page): Locator => page.getByRole('region', { name: /^likely next/ }).getByRole('button')

export const tileOf = (page: Page, song: string): Locator =>
  tiles(page).filter({ has: page.getByText(song, { exact: true }) })

/** The song of the tile nearest to the thumb. */
export const likeliestOf = async (page: Page): Promise<string> =>
  (await tiles(page).last().locator('b').textContent()) ?? ''

/** The likeliest song is not below the bar at the bottom. */
export async function expectTilesAboveBar(page: Page): Promise<void> {
  const tile = await tiles(page).last().boundingBox()
  const bar = await page.getByRole('button', { name: 'encore', exact: true }).boundingBox()
  if (!tile || !bar) throw new Error('the tiles or the bar are not shown')
  expect(tile.y + tile.height).toBeLessThan(bar.y)
}

export const searchField = (page: Page): Locator => page.getByRole('combobox', { name: 'find another song' })

export const matchOf = (page: Page, song: string): Locator =>
  page.getByRole('option').filter({ has: page.getByText(song, { exact: true }) })

/** The editor drops the second touch of a double tap, so the next one comes a second later. */
async function expectTapped(page: Page): Promise<void> {
  // Looks twice a second. `expect` looks once, and can miss it on a busy machine.
  await page.getByText('4 s', { exact: true }).waitFor()
}

/** Taps the tile of a song, or finds the song where it has none. */
export async function tapSong(page: Page, song: string): Promise<void> {
  const tile = tileOf(page, song)
  if (await tile.isVisible()) await tile.tap()
  else {
    await searchField(page).fill(song)
    await matchOf(page, song).tap()
  }
  await expectTapped(page)
}

export async function tapButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).tap()
  await expectTapped(page)
}

/** These songs and no others. */
export async function expectEntered(
  page: Page,
  sets: Partial<Record<SetLabel, readonly string[]>>,
): Promise<void> {
  for (const [set, songs] of Object.entries(sets)) {
    const rows = played(page).getByRole('list', { name: set, exact: true }).getByRole('listitem')
    await expect(rows).toContainText([...songs])
  }
  const count = Object.values(sets).flat().length
  await expect(played(page).getByRole('listitem')).toHaveCount(count)
}
