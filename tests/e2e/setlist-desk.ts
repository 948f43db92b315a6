import { expect, type Page } from '@playwright/test'

export type PlayedSets = Readonly<Record<'Set 1' | 'Set 2' | 'Encore', readonly string[]>>

/** Opens a show's setlist desk, loaded. */
export async function openDesk(page: Page, showId: string): Promise<void> {
  await page.goto(`/admin/shows/${showId}`)
  await page.getByRole('combobox', { name: /^add a song to/ }).waitFor()
}

/** Adds songs to a set by the keyboard alone: name, Enter, the next name. */
export async function addToDesk(page: Page, set: keyof PlayedSets, songs: readonly string[]): Promise<void> {
  await page.getByRole('group', { name: 'add to' }).getByRole('button', { name: set }).click()
  for (const song of songs) {
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(song)
    await expect(page.getByRole('option', { name: song }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox')).toHaveValue('')
  }
}

/** Takes everything off the desk. */
export async function clearDesk(page: Page): Promise<void> {
  const removals = page
    .getByRole('list', { name: /^(Set \d|Encore)$/ })
    .getByRole('button', { name: /^remove / })
  for (let left = await removals.count(); left > 0; left--) await removals.first().click()
}

/** Makes these sets the show's setlist, and leaves the page at the desk. */
export async function enterSetlist(page: Page, showId: string, sets: PlayedSets): Promise<void> {
  await openDesk(page, showId)
  await clearDesk(page)
  await addToDesk(page, 'Set 1', sets['Set 1'])
  await addToDesk(page, 'Set 2', sets['Set 2'])
  await addToDesk(page, 'Encore', sets.Encore)
  await page.getByRole('button', { name: 'save setlist' }).click()
  await expect(page.getByText('setlist saved').first()).toBeVisible()
}

/** The songs of a set on the desk, in their order. */
export async function expectDesk(page: Page, set: keyof PlayedSets, songs: readonly string[]): Promise<void> {
  await expect(page.getByRole('list', { name: set, exact: true }).getByRole('listitem')).toHaveText(
    songs.map((song, index) => `${index + 1}${song}`),
  )
}
