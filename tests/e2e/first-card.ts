import { expect, type Page } from '@playwright/test'
import { addButton, slotsOf } from './builder.ts'
import type { Tap } from './taps.ts'

export const SLOTS = 19

export type Show = { id: number; venue: string; locks_at: string }

export async function openShows(page: Page): Promise<Show[]> {
  const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
  return shows
}

/** From the link of a show to its first song, which is kept; returns its name. */
export async function pickFirst(
  page: Page,
  tap: Tap,
  { id, venue }: Show,
  inSheet: boolean,
): Promise<string> {
  // A system that has just started is still making the chances.
  await expect(async () => {
    const { openers } = await (await page.request.get(`/api/shows/${id}/page`)).json()
    expect(openers).not.toBeNull()
  }).toPass()
  await page.goto(`/shows/${id}`)
  await expect(page.getByRole('heading', { name: venue })).toBeVisible()
  if (inSheet) {
    await tap(page.getByRole('button', { name: 'make my picks' }))
    await expect(page.getByRole('button', { name: 'Chance descending' })).toBeVisible()
  }
  const song = inSheet
    ? addButton(page, 1)
    : page.getByRole('region', { name: 'what will they open with?' }).getByRole('button').first()
  const name = inSheet
    ? (await song.getAttribute('aria-label'))?.slice('add '.length)
    : await song.locator('b').textContent()
  await tap(song)
  return name ?? ''
}

export const expectKept = (page: Page, song: string) =>
  expect(slotsOf(page, 'Set 1').first()).toContainText(song)

/** The rest of the card from the top of the songs, without the kept one. */
export async function fillCard(page: Page, tap: Tap, song: string): Promise<void> {
  for (let row = 1, filled = 1; filled < SLOTS; row += 1) {
    const add = addButton(page, row)
    if ((await add.getAttribute('aria-label')) === `add ${song}`) continue
    await tap(add)
    filled += 1
    await expect(page.getByRole('button', { name: `submit setlist ${filled}/${SLOTS}` })).toBeVisible()
  }
}
