import type { Locator, Page } from '@playwright/test'
import { addSong, expectSet, mostPlayedSongs, pickNextShow, savedPrediction, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './people.ts'

const conflictOn = (page: Page): Locator => page.getByRole('dialog', { name: 'saved somewhere else' })

/** The server refuses it: the other tab has saved since. */
async function submitStale(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'submit setlist' }).click()
  await expect(conflictOn(page)).toBeVisible()
}

async function expectBothSides(
  page: Page,
  sides: Record<'saved picks' | 'these picks', readonly string[]>,
): Promise<void> {
  for (const [title, songs] of Object.entries(sides)) {
    const side = conflictOn(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(side.getByRole('listitem')).toHaveText([...songs])
  }
}

const namesSaved = async (page: Page) =>
  (await savedPrediction(page)).setlist.set1.map((song) => song?.name).filter(Boolean)

test('shows both versions to the tab that saves later', async ({ page: tab, watchConsole }) => {
  const other = await tab.context().newPage()
  watchConsole(tab)
  watchConsole(other)
  await becomeNewFan(tab, 'Tab Two')
  const [first, second, third] = await mostPlayedSongs(tab)
  await pickNextShow(tab)
  await other.goto(tab.url())
  await expect(other.getByRole('list', { name: 'Set 1' })).toBeVisible()

  await test.step('keeps the picks of each tab, and saves the first ones', async () => {
    // The tab that is still connecting goes first: until it has picks, it loads the stored ones.
    await addSong(other, second, 'Set 1')
    await addSong(tab, first, 'Set 1')
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await submit(tab)
    expect(await namesSaved(tab)).toEqual([first])
  })

  await test.step('shows the conflict, which can be closed without a choice', async () => {
    await submitStale(other)
    await expectBothSides(other, { 'saved picks': [first], 'these picks': [second] })
    await other.keyboard.press('Escape')
    await expect(conflictOn(other)).toBeHidden()
    await expect(other.getByText('not saved yet')).toBeVisible()
    await expectSet(other, 'Set 1', [second])
    expect(await namesSaved(other)).toEqual([first])
  })

  await test.step('keeps these picks, and saves them with the next submit', async () => {
    await submitStale(other)
    await conflictOn(other).getByRole('button', { name: 'keep these picks' }).click()
    await expect(conflictOn(other)).toBeHidden()
    await expect(other.getByText('not saved yet')).toBeVisible()
    expect(await namesSaved(other)).toEqual([first])
    await other.getByRole('button', { name: 'submit setlist' }).click()
    await expect(other.getByText('Prediction Updated!').first()).toBeVisible()
    expect(await namesSaved(other)).toEqual([second])
  })

  await test.step('takes the saved picks in the other tab', async () => {
    await addSong(tab, third, 'Set 1')
    await submitStale(tab)
    await expectBothSides(tab, { 'saved picks': [second], 'these picks': [first, third] })
    await conflictOn(tab).getByRole('button', { name: 'take the saved picks' }).click()
    await expect(conflictOn(tab)).toBeHidden()
    await expect(tab.getByText(/saved at/)).toBeVisible()
    await expectSet(tab, 'Set 1', [second])
    expect(await namesSaved(tab)).toEqual([second])
  })
})
