import type { Page } from '@playwright/test'
import {
  expectSaved,
  expectSet,
  mostPlayedSongs,
  type SetLabel,
  setButton,
  slotsOf,
  songRow,
} from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectVisibleFocus, tabTo } from './keyboard.ts'
import { becomeNewFan } from './people.ts'

async function addByKeyboard(page: Page, song: string, set: SetLabel): Promise<void> {
  await tabTo(page, page.getByPlaceholder('Search songs...'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(song.slice(0, 5))
  const row = songRow(page, song)
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await tabTo(page, setButton(page, set))
  await page.keyboard.press('Enter')
  await expect(slotsOf(page, set).getByText(song, { exact: true })).toBeVisible()
  await expect(row).toBeFocused()
  await expectVisibleFocus(page)
}

/** Presses an arrow key, which moves by less than a slot, until the position is announced to screen readers. */
async function moveUntil(page: Page, key: 'ArrowDown' | 'ArrowUp', announcement: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(announcement)).toBeAttached({ timeout: 500 })
  }).toPass()
}

test('builds, reorders, empties and saves a setlist by keyboard', async ({ page, watchConsole }) => {
  watchConsole(page)
  await becomeNewFan(page, 'Kay Board')
  const [first, second, third, fourth, fifth] = await mostPlayedSongs(page)
  await page.goto('/')

  await test.step('picks the next show', async () => {
    await tabTo(page, page.getByRole('button', { name: 'pick setlist' }).first())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/prediction\/\d+$/)
    await expect(page.getByText('Show Selected').first()).toBeVisible()
    await expectVisibleFocus(page)
  })

  await test.step('adds songs to all three sets', async () => {
    await addByKeyboard(page, first, 'Set 1')
    await addByKeyboard(page, second, 'Set 1')
    await addByKeyboard(page, third, 'Set 1')
    await addByKeyboard(page, fourth, 'Set 2')
    await addByKeyboard(page, fifth, 'Encore')
    await expect(page.getByText('3 of 8 songs')).toBeVisible()
    await expect(page.getByText('1 of 3 songs')).toBeVisible()
  })

  const handle = page.getByRole('button', { name: `move ${first}`, exact: true })
  await test.step('moves the opener one slot down, and announces where', async () => {
    await tabTo(page, handle)
    await page.keyboard.press('Space')
    await expect(page.getByText(`Picked up ${first}, over its own slot 1 of 8 in Set 1.`)).toBeAttached()
    await moveUntil(page, 'ArrowDown', `${first} is over slot 2 of 8 in Set 1.`)
    await page.keyboard.press('Space')
    await expect(page.getByText(`Dropped ${first} on slot 2 of 8 in Set 1.`)).toBeAttached()
    await expectSet(page, 'Set 1', [second, first, third])
    await expect(handle).toBeFocused()
    await expectVisibleFocus(page)
  })

  await test.step('cancels a move', async () => {
    await page.keyboard.press('Space')
    await expect(page.getByText(`Picked up ${first}, over its own slot 2 of 8 in Set 1.`)).toBeAttached()
    await moveUntil(page, 'ArrowDown', `${first} is over slot 3 of 8 in Set 1.`)
    await page.keyboard.press('Escape')
    await expect(page.getByText(`${first} is back where it was.`)).toBeAttached()
    await expectSet(page, 'Set 1', [second, first, third])
    await expect(handle).toBeFocused()
  })

  await test.step('moves the closer behind an empty slot', async () => {
    const closer = page.getByRole('button', { name: `move ${third}`, exact: true })
    await tabTo(page, closer)
    await page.keyboard.press('Space')
    await expect(page.getByText(`Picked up ${third}, over its own slot 3 of 8 in Set 1.`)).toBeAttached()
    await moveUntil(page, 'ArrowDown', `${third} is over slot 4 of 8 in Set 1.`)
    await page.keyboard.press('Space')
    await expectSet(page, 'Set 1', [second, first, null, third])
    await expect(closer).toBeFocused()
    await expectVisibleFocus(page)
  })

  await test.step('removes a song, which leaves its slot empty', async () => {
    await tabTo(page, page.getByRole('button', { name: `remove ${first}`, exact: true }))
    await page.keyboard.press('Enter')
    await expectSet(page, 'Set 1', [second, null, null, third])
    await expectVisibleFocus(page)
  })

  await test.step('saves the picks and loads them again', async () => {
    await tabTo(page, page.getByRole('button', { name: 'submit setlist' }))
    await page.keyboard.press('Enter')
    await expectSaved(page)
    await expectVisibleFocus(page)
    await page.reload()
    await expectSet(page, 'Set 1', [second, null, null, third])
    await expectSet(page, 'Set 2', [fourth])
    await expectSet(page, 'Encore', [fifth])
  })
})
