import { addSong, expectSet, mostPlayedSongs, pickNextShow, savedPrediction } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './people.ts'

// It serves the cached pages while there is no connection.
test.use({ serviceWorkers: 'allow' })

// F19. Queued picks are sent on the browser's online event, on a new live connection, or when the server is back
// (`queued-saves.ts`). Without all three they stay on the device until a page is opened.
test('saves picks once that were submitted offline before a reload', async ({
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
  // The service worker caches from the second page load.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const chances = page.waitForResponse('**/chances')
  await page.reload()
  await chances
  await expectSet(page, 'Set 1', [])

  await test.step('submits a draft offline', async () => {
    await goOffline(page)
    await addSong(page, first, 'Set 1')
    await addSong(page, second, 'Encore')
    await page.getByRole('button', { name: 'submit setlist' }).click()
    await expect(page.getByText('waits to be sent')).toBeVisible()
  })

  await test.step('keeps the draft through a reload', async () => {
    await page.reload()
    await expectSet(page, 'Set 1', [first])
    await expectSet(page, 'Encore', [second])
    await expect(page.getByText('waits to be sent')).toBeVisible()
  })

  await test.step('sends the draft when the connection is back', async () => {
    await page.context().setOffline(false)
    await expect(page.getByText(/saved at/)).toBeVisible()
    await expectSet(page, 'Set 1', [first])
    await expectSet(page, 'Encore', [second])
  })

  await test.step('does not send it again', async () => {
    await page.reload()
    await expect(page.getByText(/saved at/)).toBeVisible()
    await expectSet(page, 'Set 1', [first])
    expect(saves).toBe(1)
    expect((await savedPrediction(page)).version).toBe(1)
  })
})
