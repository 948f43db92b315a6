import { addSong, pickNextShow } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './new-fan.ts'
import { expectSet, mostPlayedSongs, savedPrediction } from './setlist.ts'

// The copies of the pages, from which they are loaded while there is no connection.
test.use({ serviceWorkers: 'allow' })

// F19, guarded by what sends queued picks once there is a connection (`queued-saves.ts`: the browser's event, the live
// connection's, and the server's return; one of them suffices): without all three they stay on the device until a page is
// opened anew.
test('picks that are submitted without a connection outlive a reload and are saved once', async ({
  page,
  watchConsole,
  goOffline,
}) => {
  watchConsole(page)
  await becomeNewFan(page, 'Otto Offline')
  const [first, second] = await mostPlayedSongs(page)
  let saves = 0
  page.on('response', (response) => {
    const isSave = response.request().method() === 'POST'
    if (isSave && new URL(response.url()).pathname === '/api/predictions') saves += 1
  })
  await pickNextShow(page)
  // From its second page on a fan's browser keeps copies of what they read.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expectSet(page, 'Set 1', [])

  await test.step('without a connection they fill the draft and submit it', async () => {
    await goOffline(page)
    await addSong(page, first, 'Set 1')
    await addSong(page, second, 'Encore')
    await page.getByRole('button', { name: 'submit setlist' }).click()
    await expect(page.getByText('waits to be sent')).toBeVisible()
  })

  await test.step('still without one they load the page again', async () => {
    await page.reload()
    await expectSet(page, 'Set 1', [first])
    await expectSet(page, 'Encore', [second])
    await expect(page.getByText('waits to be sent')).toBeVisible()
  })

  await test.step('once there is one, the picks are there and are sent by themselves', async () => {
    await page.context().setOffline(false)
    await expect(page.getByText(/saved at/)).toBeVisible()
    await expectSet(page, 'Set 1', [first])
    await expectSet(page, 'Encore', [second])
  })

  await test.step('and not a second time', async () => {
    await page.reload()
    await expect(page.getByText(/saved at/)).toBeVisible()
    await expectSet(page, 'Set 1', [first])
    expect(saves).toBe(1)
    expect((await savedPrediction(page)).version).toBe(1)
  })
})
