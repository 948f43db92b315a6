import type { Locator, Page } from '@playwright/test'
import { addByTouch, expectSaved, expectSet, isUncovered, mostPlayedSongs, openPicking } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './people.ts'

const PHONE = { width: 375, height: 812 }
const SMALL_PHONE = { width: 375, height: 667 }

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

/** A little more than the distance from which a tap becomes a drag. */
const DRAG_START_PX = 12

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on the page`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags a song of set 1 by its handle to the slot of another song. */
async function dragByTouch(page: Page, song: string, to: { song: string; slot: number }): Promise<void> {
  const handleOf = (name: string) => page.getByRole('button', { name: `move ${name}`, exact: true })
  await handleOf(to.song).scrollIntoViewIfNeeded()
  const [start, end] = [await centreOf(handleOf(song)), await centreOf(handleOf(to.song))]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', start)
  await touch('touchMove', { x: start.x, y: start.y + Math.sign(end.y - start.y) * DRAG_START_PX })
  await expect(page.getByText(`Picked up ${song}, over its own`)).toBeAttached()
  await touch('touchMove', end)
  await expect(page.getByText(`${song} is over slot ${to.slot} of 8 in Set 1.`)).toBeAttached()
  await touch('touchEnd')
  await finger.detach()
}

test('builds, reorders, empties and saves a setlist by touch', async ({ page, watchConsole }) => {
  watchConsole(page)
  await becomeNewFan(page, 'Toni Touch')
  const [first, second, third, fourth, fifth] = await mostPlayedSongs(page)
  await page.goto('/')

  await test.step('picks the next show', async () => {
    await page.setViewportSize(SMALL_PHONE)
    await page.getByRole('button', { name: 'pick setlist' }).first().tap()
    await page.waitForURL(/\/prediction\/\d+$/)
    const head = page.getByRole('heading', { name: /Editing$/ })
    const toast = page.getByRole('listitem').getByText('Show Selected', { exact: true })
    await expect(toast).toBeVisible()
    await expect.poll(() => head.evaluate(isUncovered), 'the toast leaves the head uncovered').toBe(true)
    expect(await toast.isVisible()).toBe(true)
    await page.setViewportSize(PHONE)
  })

  await test.step('adds songs, with the set visible above them', async () => {
    await openPicking(page)
    await addByTouch(page, first, 'Set 1')
    await addByTouch(page, second, 'Set 1')
    await addByTouch(page, third, 'Set 1')
    await addByTouch(page, fourth, 'Set 2')
    await addByTouch(page, fifth, 'Encore')
    const picking = page.getByRole('dialog')
    await picking.getByRole('button', { name: 'close' }).tap()
    await expect(picking).toBeHidden()
  })

  await test.step('drags the closer to the top', async () => {
    await dragByTouch(page, third, { song: first, slot: 1 })
    await expectSet(page, 'Set 1', [third, first, second])
  })

  await test.step('removes the song in the middle, which leaves its slot empty', async () => {
    await page.getByRole('button', { name: `remove ${first}`, exact: true }).tap()
    await expectSet(page, 'Set 1', [third, null, second])
  })

  await test.step('saves the picks and loads them again', async () => {
    await page.getByRole('button', { name: 'submit setlist' }).tap()
    await expectSaved(page)
    await page.reload()
    await expectSet(page, 'Set 1', [third, null, second])
    await expectSet(page, 'Set 2', [fourth])
    await expectSet(page, 'Encore', [fifth])
  })
})
