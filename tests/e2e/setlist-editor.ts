import { expect, type Page } from '@playwright/test'
import { type SetLabel, slotsOf } from './builder.ts'

export async function openEditor(page: Page, showId: string): Promise<void> {
  await page.goto(`/admin/shows/${showId}`)
  await page.getByRole('combobox', { name: /^add a song to/ }).waitFor()
}

/** Adds songs to a set by keyboard: name, Enter, the next name. */
export async function addToSet(page: Page, set: SetLabel, songs: readonly string[]): Promise<void> {
  await page.getByRole('group', { name: 'add to' }).getByRole('button', { name: set }).click()
  const search = page.getByRole('combobox', { name: /^add a song to/ })
  for (const song of songs) {
    await expect(search).toBeFocused()
    await page.keyboard.type(song)
    await expect(page.getByRole('option', { name: song }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(search).toHaveValue('')
  }
}

/** Replaces the setlist of a show and saves it. */
export async function enterSetlist(
  page: Page,
  showId: string,
  sets: Readonly<Record<SetLabel, readonly string[]>>,
): Promise<void> {
  await openEditor(page, showId)
  const played = page.getByRole('list', { name: /^(Set \d|Encore)$/ })
  const removals = played.getByRole('button', { name: /^remove / })
  for (let left = await removals.count(); left > 0; left--) await removals.first().click()
  for (const set of ['Set 1', 'Set 2', 'Encore'] as const) await addToSet(page, set, sets[set])
  await saveSetlist(page)
}

export async function saveSetlist(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'save setlist' }).click()
  await expect(page.getByText('setlist saved').first()).toBeVisible()
}

export async function expectPlayed(page: Page, set: SetLabel, songs: readonly string[]): Promise<void> {
  await expect(slotsOf(page, set)).toHaveText(songs.map((song, index) => `${index + 1}${song}`))
}
