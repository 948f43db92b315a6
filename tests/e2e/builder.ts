import { expect, type Page } from '@playwright/test'

const SET_BUTTONS = { 'Set 1': 'S1', 'Set 2': 'S2', Encore: 'E' } as const
export type SetLabel = keyof typeof SET_BUTTONS

/** Opens the builder of the show that is played next: today's, unless its day has just ended. */
export async function pickNextShow(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'pick setlist' }).click()
  await page.waitForURL(/\/prediction\/\d+$/)
  await expect(page.getByRole('list', { name: 'Set 1' })).toBeVisible()
}

/** Adds a song from the list to the next free slot of a set. */
export async function addSong(page: Page, song: string, set: SetLabel): Promise<void> {
  await page.getByPlaceholder('Search songs...').fill(song)
  await page.getByRole('region', { name: 'song list' }).getByText(song, { exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${SET_BUTTONS[set]} \\(`) }).click()
  await expect(page.getByRole('list', { name: set }).getByText(song, { exact: true })).toBeVisible()
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'submit setlist' }).click()
  await expect(page.getByText('Prediction Saved!').first()).toBeVisible()
  await expect(page.getByText(/saved at/)).toBeVisible()
}
