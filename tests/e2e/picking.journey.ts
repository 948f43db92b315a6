import type { Page } from '@playwright/test'
import {
  addButton,
  expectSaved,
  openPicking,
  savedPrediction,
  setButton,
  slotsOf,
  songRow,
} from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectVisibleFocus, tabTo } from './keyboard.ts'
import { LONG } from './long.ts'
import { becomeNewFan } from './people.ts'

const SLOTS = 19

const activeSlot = (page: Page) => page.getByRole('list').getByRole('button', { pressed: true })

async function expectFullCard(page: Page): Promise<void> {
  const { setlist } = await savedPrediction(page)
  const songs = Object.values(setlist).flat()
  expect(songs.filter((song) => song !== null)).toHaveLength(SLOTS)
}

test.describe('fits a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('fills 19 slots with 19 taps, and saves them', async ({ page, watchConsole }) => {
    watchConsole(page)
    await becomeNewFan(page, 'Tina Taps')
    await page.goto('/')
    await page.getByRole('button', { name: 'pick setlist' }).first().tap()
    await openPicking(page)
    await expect(activeSlot(page)).toHaveText('slot 1opener')
    for (let tap = 1; tap <= SLOTS; tap += 1) {
      await addButton(page, tap).tap()
      await expect(page.getByRole('button', { name: `submit setlist ${tap}/${SLOTS}` })).toBeVisible()
      await expect(page.getByRole('list', { name: /^(Set 1|Set 2|Encore)$/ })).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('tab')).toHaveText(['Set 1 8/8', 'Set 2 8/8', 'Encore 3/3'])
    await page.getByRole('button', { name: 'submit setlist' }).tap()
    await expectSaved(page)
    await expectFullCard(page)
    await page.goBack()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'add songs' })).toBeFocused()
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
  })
})

test('fills 19 slots by keyboard alone, without typing', LONG, async ({ page, watchConsole }) => {
  watchConsole(page)
  await becomeNewFan(page, 'Kim Keys')
  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: 'pick setlist' }).first())
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/prediction\/\d+$/)
  for (let row = 1; row <= SLOTS; row += 1) {
    await tabTo(page, addButton(page, row))
    await page.keyboard.press('Enter')
    await expectVisibleFocus(page)
  }
  await expect(page.getByText('3 of 3 songs')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'submit setlist' }))
  await page.keyboard.press('Enter')
  await expectSaved(page)
  await expectFullCard(page)
})

test(
  'adds to a chosen slot, to a set by its button, and undoes a removal',
  LONG,
  async ({ page, watchConsole }) => {
    watchConsole(page)
    await becomeNewFan(page, 'Una Undo')
    await page.goto('/')
    await page.getByRole('button', { name: 'pick setlist' }).first().click()
    const nameOf = async (row: number) =>
      (await addButton(page, row).getAttribute('aria-label'))?.slice(4) ?? ''
    const [first, second] = [await nameOf(1), await nameOf(2)]
    const closer = slotsOf(page, 'Set 1').nth(7)

    await test.step('adds to the slot that is chosen, and moves on', async () => {
      await closer.getByRole('button').click()
      await expect(closer).toHaveText('8the next song goes herecloser')
      await addButton(page, 1).click()
      await expect(closer).toHaveText(`8${first}`)
      await expect(activeSlot(page)).toHaveText('1the next song goes hereopener')
    })

    await test.step('adds to a set by its button, and moves on when that fills the chosen slot', async () => {
      await songRow(page, second).click()
      await setButton(page, 'Set 2').click()
      await expect(slotsOf(page, 'Set 2').first()).toHaveText(`1${second}`)
      await expect(songRow(page, second)).toHaveAttribute('aria-expanded', 'false')
      await expect(activeSlot(page)).toHaveText('2the next song goes here')
    })

    await test.step('undoes a removal by keyboard', async () => {
      await tabTo(page, page.getByRole('button', { name: `remove ${first}`, exact: true }))
      await page.keyboard.press('Enter')
      await expect(closer).toHaveText('8the next song goes herecloser')
      await page.keyboard.press('F8')
      await tabTo(page, page.getByRole('button', { name: 'undo', exact: true }))
      await page.keyboard.press('Enter')
      await expect(closer).toHaveText(`8${first}`)
      await expect(activeSlot(page)).toHaveText('2the next song goes here')
    })
  },
)
