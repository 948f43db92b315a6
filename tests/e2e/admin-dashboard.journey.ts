import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makeImage } from '../support/test-images.ts'
import { test } from './console-watch.ts'
import { becomeNewFan, changeRights, DEMO_ADMIN, logInByRequest, openBrowser } from './people.ts'
import { expectToast } from './toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'admin dashboard', level: 1 })
const testMode = (page: Page) => page.getByRole('switch', { name: 'test mode' })
const overlay = (page: Page) => page.getByRole('switch', { name: 'show overlay' })

test('shows two admins the same state at once', async ({ browser, watchConsole }) => {
  test.setTimeout(300_000)
  const [ada, ben] = [await openBrowser(browser, watchConsole), await openBrowser(browser, watchConsole)]
  await logInByRequest(ada, DEMO_ADMIN)
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

  await test.step('shows a switched setting to the other admin', async () => {
    await testMode(ada).click()
    await expectToast(ada, 'Settings Updated', 'Test mode disabled')
    await expect(testMode(ben)).not.toBeChecked()
    await testMode(ben).click()
    await expectToast(ben, 'Settings Updated', 'Test mode enabled')
    await expect(testMode(ada)).toBeChecked()
  })

  await test.step('refuses a change that is based on old settings', async () => {
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
      'Another admin has changed the settings in the meantime. You see them as they are now.',
    )
    for (const page of [ada, ben]) {
      await expect(testMode(page)).not.toBeChecked()
      await expect(overlay(page)).not.toBeChecked()
    }
    await ben.unroute('**/api/admin/config')
    await testMode(ben).click()
    await expect(testMode(ada)).toBeChecked()
  })

  await test.step('shows runs and who requested them, also after a reload', async () => {
    await ada.getByRole('link', { name: 'system' }).click()
    await ben.getByRole('button', { name: 'update notebook songs' }).click()
    await expectToast(ben, 'Update Successful')
    const latest = (page: Page) => page.getByRole('list', { name: 'last runs' }).getByRole('listitem').first()
    const run = /updating the notebook songs.*by Ben Booker/s
    await expect(latest(ada)).toContainText(run)
    await ada.reload()
    await expect(latest(ada)).toContainText(run)
    await ada.getByRole('button', { name: 'import the catalogue' }).click()
    await expectToast(ada, 'Import Successful')
    await ben.getByRole('link', { name: 'system' }).click()
    await expect(latest(ben)).not.toContainText('Ben Booker')
  })

  await test.step('lists images and downloads them as one zip file', async () => {
    const avatar = { name: 'red.png', mimeType: 'image/png', buffer: await makeImage('png') }
    await expect(await ben.request.post('/api/auth/avatar', { multipart: { avatar } })).toBeOK()
    await ada.goto('/admin')
    const files = ada.getByRole('region', { name: /^file manager/ })
    await files.getByText('the files').click()
    const avatars = files.getByRole('row').filter({ hasText: /^avatar-\d+\.webpimage/ })
    await expect(avatars.first()).toBeVisible()
    const downloading = ada.waitForEvent('download')
    await files.getByRole('button', { name: 'download all files' }).click()
    const download = await downloading
    await expectToast(ada, 'Download Started')
    expect(download.suggestedFilename()).toMatch(/^uploads-backup-\d{4}-\d\d-\d\d\.zip$/)
    const zip = await readFile(await download.path())
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
    expect(zip.includes('avatar-')).toBe(true)
  })

  await test.step('closes the page of an admin whose rights are revoked', async () => {
    await changeRights('revoke', benAccount.email)
    await expect(ben.getByText('Admin access required to view this page.')).toBeVisible()
    await expect(ben.getByRole('list', { name: 'last runs' })).toHaveCount(0)
  })

  for (const page of [ada, ben]) await page.context().close()
})

test('refuses a fan on every path to the admin pages', async ({ page, watchConsole }) => {
  watchConsole(page)
  await becomeNewFan(page, 'Fay Fan')
  await page.goto('/')
  await page.getByRole('button', { name: 'account of Fay Fan' }).click()
  await expect(page.getByRole('menuitem', { name: 'admin' })).toHaveCount(0)
  for (const path of [
    '/admin',
    '/admin/people',
    '/admin/system',
    '/admin/audit',
    '/admin/settings',
    '/admin/backups',
    '/admin/setup',
    '/test-tours',
    '/admin/songs',
    '/admin/songs/1',
  ]) {
    await page.goto(path)
    await expectToast(page, 'Access Denied', "You don't have admin privileges to access this page.")
    await expect(page).toHaveURL(/\/$/)
  }
  const apis = [
    'users',
    'uploads',
    'uploads/download',
    'check',
    'audit',
    'backups',
    'runs',
    'songs',
    'songs/1',
  ].map((name) => `/api/admin/${name}`)
  for (const path of [...apis, '/admin/jobs']) {
    expect((await page.request.get(path)).status()).toBe(403)
  }
})

test("sends a notice to a fan's bell, who reads it", async ({ browser, watchConsole }) => {
  const [admin, fan] = [await openBrowser(browser, watchConsole), await openBrowser(browser, watchConsole)]
  const text = `The site moves on Monday, ${Date.now()}`
  const bell = (unread: string) => fan.getByRole('link', { name: `notifications${unread}`, exact: true })
  await logInByRequest(admin, DEMO_ADMIN)
  await becomeNewFan(fan, 'Nia Notice')
  await fan.goto('/')
  await expect(bell('')).toBeVisible()
  await admin.goto('/admin/reports')
  await expect(admin).toHaveURL(/\/admin\/people$/)
  const card = admin.getByRole('region', { name: 'send a notice' })
  await card.getByLabel('Text').fill(text)
  await card.getByRole('button', { name: 'send to all users' }).click()
  await admin.getByRole('button', { name: 'yes, send it' }).click()
  await expectToast(admin, 'Notice Sent')

  await bell(', 1 unread').click()
  await expect(fan).toHaveURL(/\/notifications$/)
  await expect(fan.getByRole('region', { name: 'new' }).filter({ hasText: text })).toBeVisible()
  await expect(bell('')).toBeVisible()
  for (const page of [admin, fan]) await page.context().close()
})
