import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { changeRights } from './admin-rights.ts'
import { test } from './console-watch.ts'
import { becomeNewFan, logInByCall } from './new-fan.ts'
import { DEMO_ADMIN, openBrowser } from './people.ts'
import { redSquare } from './pictures.ts'
import { expectToast } from './toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'admin dashboard', level: 1 })
const testMode = (page: Page) => page.getByRole('switch', { name: 'test mode' })
const overlay = (page: Page) => page.getByRole('switch', { name: 'show overlay' })
const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name })

test('two admins look after the game at once', async ({ browser, watchConsole }) => {
  test.setTimeout(300_000)
  const [ada, ben] = [await openBrowser(browser, watchConsole), await openBrowser(browser, watchConsole)]
  await logInByCall(ada, DEMO_ADMIN)
  const benAccount = await becomeNewFan(ben, 'Ben Booker')
  await changeRights('grant', benAccount.email)
  await ben.goto('/')
  await ben.getByRole('button', { name: 'account of Ben Booker' }).click()
  await ben.getByRole('menuitem', { name: 'admin' }).click()
  await ada.goto('/admin/')
  for (const page of [ada, ben]) {
    await expect(dashboard(page)).toBeVisible()
    await expect(page).toHaveTitle('Called It · admin dashboard')
    await expect(testMode(page)).toBeChecked()
    await expect(overlay(page)).not.toBeChecked()
  }

  await test.step('what one switches the other sees at once', async () => {
    await testMode(ada).click()
    await expectToast(ada, 'Settings Updated', 'Test mode disabled')
    await expect(testMode(ben)).not.toBeChecked()
    await testMode(ben).click()
    await expectToast(ben, 'Settings Updated', 'Test mode enabled')
    await expect(testMode(ada)).toBeChecked()
  })

  await test.step('of two changes at the same moment the later one is refused and undoes nothing', async () => {
    await ben.route('**/api/admin/config', async (route) => {
      if (route.request().method() === 'POST') {
        const config = { testModeEnabled: false, siteOverlayEnabled: false }
        await expect(await ada.request.post('/api/admin/config', { data: { config } })).toBeOK()
      }
      await route.continue()
    })
    await overlay(ben).click()
    await expectToast(
      ben,
      'Update Failed',
      'Another admin has changed the settings in the meantime. They stand as you see them now.',
    )
    for (const page of [ada, ben]) {
      await expect(testMode(page)).not.toBeChecked()
      await expect(overlay(page)).not.toBeChecked()
    }
    await ben.unroute('**/api/admin/config')
    await testMode(ben).click()
    await expect(testMode(ada)).toBeChecked()
  })

  await test.step('both see what is worked on and who ordered it, after a reload too', async () => {
    await ben.getByRole('button', { name: 'update notebook songs' }).click()
    await expectToast(ben, 'Update Successful')
    const latest = (page: Page) => page.getByRole('list', { name: 'last runs' }).getByRole('listitem').first()
    await expect(latest(ada)).toContainText(/importing the catalogue.*by Ben Booker/s)
    await ada.reload()
    await expect(latest(ada)).toContainText(/importing the catalogue.*by Ben Booker/s)
    await ada.getByRole('button', { name: 'import the catalogue' }).click()
    await expectToast(ada, 'Import Successful')
    await expect(latest(ben)).not.toContainText('Ben Booker')
  })

  await test.step('scores are reset after a question only', async () => {
    await ada.getByRole('button', { name: 'reset scores' }).click()
    const question = ada.getByRole('alertdialog', { name: 'Are you absolutely sure?' })
    await expect(question.getByRole('button', { name: 'yes, reset all scores' })).toBeVisible()
    await question.getByRole('button', { name: 'cancel' }).click()
    await expect(question).toBeHidden()
    await expect(ada.getByRole('button', { name: 'reset scores' })).toBeFocused()
  })

  await test.step('pictures are listed and saved as one zip', async () => {
    const avatar = { name: 'red.png', mimeType: 'image/png', buffer: redSquare() }
    await expect(await ben.request.post('/api/auth/avatar', { multipart: { avatar } })).toBeOK()
    await ada.reload()
    const files = region(ada, /^file manager/)
    await expect(
      files
        .getByRole('row')
        .filter({ hasText: /^avatar-\d+\.webpimage/ })
        .first(),
    ).toBeVisible()
    const downloading = ada.waitForEvent('download')
    await files.getByRole('button', { name: 'download all files' }).click()
    const download = await downloading
    await expectToast(ada, 'Download Started')
    expect(download.suggestedFilename()).toMatch(/^uploads-backup-\d{4}-\d\d-\d\d\.zip$/)
    const zip = await readFile(await download.path())
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
    expect(zip.includes('avatar-')).toBe(true)
  })

  await test.step('accounts are found by a part of their address or name', async () => {
    const users = region(ada, /^user management/)
    const search = users.getByRole('searchbox', { name: 'search users' })
    await search.fill(benAccount.email.slice(2, -4).toUpperCase())
    await expect(users.getByRole('row').filter({ hasText: benAccount.email })).toContainText('Admin')
    await expect(users.getByRole('row')).toHaveCount(2)
    await search.fill('nobody is called this')
    await expect(users.getByText('no users found')).toBeVisible()
  })

  await test.step('a right that ends while the page is open ends it', async () => {
    await changeRights('revoke', benAccount.email)
    await expect(ben.getByText('Admin access required to view this page.')).toBeVisible()
    await expect(dashboard(ben)).toHaveCount(0)
  })

  for (const page of [ada, ben]) await page.context().close()
})

test('a fan is told to keep out, by every way', async ({ page, watchConsole }) => {
  watchConsole(page)
  await becomeNewFan(page, 'Fay Fan')
  await page.goto('/')
  await page.getByRole('button', { name: 'account of Fay Fan' }).click()
  await expect(page.getByRole('menuitem', { name: 'admin' })).toHaveCount(0)
  for (const path of ['/admin', '/test-tours']) {
    await page.goto(path)
    await expectToast(page, 'Access Denied', "You don't have admin privileges to access this page.")
    await expect(page).toHaveURL(/\/$/)
  }
  for (const path of ['users', 'uploads', 'uploads/download', 'check', 'runs']) {
    expect((await page.request.get(`/api/admin/${path}`)).status()).toBe(403)
  }
})

test('the test page shows the shows of the first tour', async ({ page, watchConsole }) => {
  watchConsole(page)
  await logInByCall(page, DEMO_ADMIN)
  await page.goto('/test-tours')
  await page.getByRole('button', { name: 'Fetch Tour 1 Shows' }).click()
  await expect(page.getByText(/^show id \d+ · is scored: (yes|no)$/).first()).toBeVisible()
  await page.route('**/api/tours/1/shows', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Fetch Tour 1 Shows' }).click()
  await expect(page.getByText('Error fetching shows: 404')).toBeVisible()
})
