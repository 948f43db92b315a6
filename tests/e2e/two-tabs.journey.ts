import type { Locator, Page } from '@playwright/test'
import { addSong, pickNextShow, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './new-fan.ts'
import { expectSet, mostPlayedSongs, savedPrediction } from './setlist.ts'

const conflictOn = (page: Page): Locator => page.getByRole('dialog', { name: 'saved somewhere else' })

/** Submits what the server refuses, since the other tab has saved in between. */
async function submitStale(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'submit setlist' }).click()
  await expect(conflictOn(page)).toBeVisible()
}

/** Expects the conflict to show both sides, each with its opening songs. */
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

test('of two tabs that save the same picks the later one sees both, and chooses', async ({
  page: tab,
  watchConsole,
}) => {
  const other = await tab.context().newPage()
  watchConsole(tab)
  watchConsole(other)
  await becomeNewFan(tab, 'Tab Two')
  const [first, second, third] = await mostPlayedSongs(tab)
  await pickNextShow(tab)
  await other.goto(tab.url())
  await expect(other.getByRole('list', { name: 'Set 1' })).toBeVisible()

  await test.step('each tab has picks of its own, which outlast a lost connection, and the first one saves', async () => {
    // The one that is still connecting goes first: it takes over what is stored until it has picks of its own.
    await addSong(other, second, 'Set 1')
    await addSong(tab, first, 'Set 1')
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await submit(tab)
    expect(await namesSaved(tab)).toEqual([first])
  })

  await test.step('the second one is told, and may put off its choice', async () => {
    await submitStale(other)
    await expectBothSides(other, { 'saved picks': [first], 'these picks': [second] })
    await other.keyboard.press('Escape')
    await expect(conflictOn(other)).toBeHidden()
    await expect(other.getByText('not saved yet')).toBeVisible()
    await expectSet(other, 'Set 1', [second])
    expect(await namesSaved(other)).toEqual([first])
  })

  await test.step('it keeps its own, which are saved with the next submit only', async () => {
    await submitStale(other)
    await conflictOn(other).getByRole('button', { name: 'keep these picks' }).click()
    await expect(conflictOn(other)).toBeHidden()
    await expect(other.getByText('not saved yet')).toBeVisible()
    expect(await namesSaved(other)).toEqual([first])
    await other.getByRole('button', { name: 'submit setlist' }).click()
    await expect(other.getByText('Prediction Updated!').first()).toBeVisible()
    expect(await namesSaved(other)).toEqual([second])
  })

  await test.step('the first one, now behind, takes what was saved', async () => {
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
